import type { SkipReason } from '@freight/contracts';
import type { ColumnType, Generated, Selectable } from 'kysely';

export type CourierLabelsTable = {
  organization_id: string;
  shipment_id: string;
  awb_number: string;
  byte_count: number;
  created_at: Generated<Date>;
};

export type PodDocumentsTable = {
  organization_id: string;
  shipment_id: string;
  number: number;
  courier_url: string;
  content_type: string | null;
  created_at: Generated<Date>;
};

export type PodDocumentRow = Omit<Selectable<PodDocumentsTable>, 'created_at'>;

export type BulkKind = 'labels' | 'invoices';

/** A shipment that a bulk download does not hold, and why. */
export type Skipped = { shipmentId: string; reason: SkipReason };

export type BulkDownloadsTable = {
  organization_id: string;
  id: string;
  created_by_operation: string;
  kind: BulkKind;
  /** Those in the document, in the order asked for. */
  shipment_ids: string[];
  /** jsonb that is written as text and read parsed. */
  skipped: ColumnType<Skipped[], string, string>;
  expires_at: Date;
  created_at: Generated<Date>;
};

export type BulkDownloadRow = Selectable<BulkDownloadsTable>;
