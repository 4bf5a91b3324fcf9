import type { CarrierService, PaymentMode, ShipmentType } from '@freight/contracts';

/** A consignment in our terms: grams, centimetres, paise, Dates. */
export type BookingRequest = {
  /** Our booking attempt, unique per attempt, at most 20 of A-Z and 0-9 (Blue Dart's limit): how the consignment is found again. */
  reference: string;
  /** The merchant's order reference; descriptive at the courier, never its key. */
  orderReference: string;
  service: CarrierService;
  shipmentType: ShipmentType;
  paymentMode: PaymentMode;
  /** What the courier collects at the door; 0 unless paymentMode is COD. */
  codAmountPaise: number;
  invoiceValuePaise: number;
  invoiceNumber?: string | undefined;
  invoiceDate?: Date | undefined;
  /** Where the van comes: the merchant's warehouse, or the customer of a reverse shipment. */
  pickup: ConsignmentAddress;
  /** Where the parcel goes: the customer, or the merchant's warehouse of a reverse shipment. */
  drop: ConsignmentAddress;
  /** Where an undelivered parcel goes back to; the pickup when absent. */
  returnTo?: ConsignmentAddress | undefined;
  packages: readonly ConsignmentPackage[];
  isQcRequired: boolean;
  /** What the agent checks at the door; only read when isQcRequired. */
  qcItems?: readonly QcItem[] | undefined;
  isFragile?: boolean | undefined;
  isDangerous?: boolean | undefined;
  isOtpDelivery?: boolean | undefined;
  eWaybillNumber?: string | undefined;
  sellerGstin?: string | undefined;
  /** When the parcels are ready; the courier's own default when absent. */
  readyAt?: Date | undefined;
  /** From a range that the courier gave us (`capabilities.awb` 'ours': required) or from `prefetchAwb` ('prefetched'). */
  awb?: string | undefined;
};

export type ConsignmentAddress = {
  name: string;
  phone: string;
  email?: string | undefined;
  address: string;
  landmark?: string | undefined;
  city: string;
  state: string;
  pincode: string;
  /** ISO 3166-1 alpha-2; India when absent. */
  country?: string | undefined;
  addressType?: 'RESIDENTIAL' | 'COMMERCIAL' | undefined;
  organisation?: string | undefined;
  gstin?: string | undefined;
};

export type ConsignmentPackage = {
  weightGrams: number;
  lengthCm: number;
  breadthCm: number;
  heightCm: number;
  items: readonly ConsignmentItem[];
};

export type ConsignmentItem = {
  name: string;
  quantity: number;
  unitPricePaise: number;
  sku?: string | undefined;
  hsnCode?: string | undefined;
  category?: string | undefined;
  brand?: string | undefined;
};

/** The superset of what couriers check at the door (facts, 7.4); each adapter takes what its courier can express. */
export type QcItem = {
  name: string;
  quantity: number;
  sku?: string | undefined;
  brand?: string | undefined;
  category?: string | undefined;
  color?: string | undefined;
  size?: string | undefined;
  serialNumber?: string | undefined;
  imei?: string | undefined;
  ean?: string | undefined;
  imageUrls: readonly string[];
  returnReason?: string | undefined;
  questions?: readonly QcQuestion[] | undefined;
};

export type QcQuestion = {
  /** The id that the courier gave this question for our account. */
  id: string;
  type: 'choice' | 'text';
  options: readonly string[];
  expected: readonly string[];
  isRequired: boolean;
};
