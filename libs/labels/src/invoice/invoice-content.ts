/** A commercial invoice as plain data: taxes are worked out before, nothing is decided while drawing. */
export type InvoiceContent = {
  number: string;
  /** Printed as a day in India. */
  date: Date;
  orderReference: string;
  awb: string;
  courierName: string;
  payment: 'PREPAID' | 'COD';
  /** Goods on their way back to the seller. */
  isReturn: boolean;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  /** With the GST code of the state where it is known: `Maharashtra (27)`. */
  placeOfSupply: string;
  /** Inside one state the tax is central and state tax, half each (union territory tax in some territories); else integrated tax. */
  taxes: 'IGST' | 'CGST+SGST' | 'CGST+UTGST';
  lines: readonly InvoiceLine[];
  /** What the invoice value is beyond the lines: shipping, or a discount where it is negative. */
  otherPaise: number;
  totalPaise: number;
};

export type InvoiceParty = {
  name: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  phone: string;
  gstin: string | null;
};

export type InvoiceLine = {
  name: string;
  hsnCode: string | null;
  quantity: number;
  taxablePaise: number;
  /** Per cent; null when the merchant named none. */
  gstRate: number | null;
  taxPaise: number;
};
