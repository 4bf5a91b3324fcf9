import { FreightError } from '@freight/contracts';
import type { ShipmentRow } from '../tables.ts';

/** What asks for a document of a shipment that was never booked. */
export const withoutAwb = ({ status }: Pick<ShipmentRow, 'status'>, what: 'label' | 'invoice'): FreightError =>
  new FreightError('INVALID_STATE', { message: `A ${status} shipment without AWB has no ${what}` });
