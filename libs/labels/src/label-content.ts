/** One parcel's label, as plain data: nothing here is looked up or decided while drawing. */
export type LabelContent = {
  /** Printed as given and, where Code 128 can hold it legibly, as the barcode. */
  awb: string;
  courierName: string;
  /** What the courier calls the product: `Surface`, `Air`. */
  service: string;
  /** The courier's routing code, null when it gave none. */
  sortCode: string | null;
  shipmentType: 'FORWARD' | 'REVERSE' | 'EXCHANGE';
  orderReference: string;
  invoiceNumber: string | null;
  payment: LabelPayment;
  to: LabelAddress;
  from: LabelAddress;
  /** Where an undelivered parcel goes; null when that is `from`. */
  returnTo: LabelAddress | null;
  /** The seller's tax number, printed with the `from` address. */
  gstin: string | null;
  weightGrams: number;
  dimensionsCm: { length: number; breadth: number; height: number } | null;
  /** `{ number: 1, of: 1 }` for a shipment of one package. */
  piece: { number: number; of: number };
  /** Printed as a day in India. */
  date: Date;
  items: readonly LabelItem[];
};

export type LabelPayment = { mode: 'PREPAID' } | { mode: 'COD'; amountPaise: number };

export type LabelAddress = {
  name: string;
  phone: string;
  address: string;
  landmark: string | null;
  city: string;
  state: string;
  pincode: string;
};

export type LabelItem = { name: string; quantity: number };
