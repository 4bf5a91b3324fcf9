import type { InvoiceContent } from './invoice-content.ts';

/** An invoice between two states; tests change what they are about. */
export const invoiceContent = (change: Partial<InvoiceContent> = {}): InvoiceContent => ({
  number: 'INV/26-27/00871',
  date: new Date('2026-11-20T20:00:00.000Z'),
  orderReference: 'ORD-2026-104417',
  awb: '13161234567890',
  courierName: 'Delhivery',
  payment: 'COD',
  isReturn: false,
  seller: {
    name: 'Kala Handlooms Pvt Ltd',
    address: 'Unit 7, Okhla Industrial Estate Phase III',
    city: 'New Delhi',
    state: 'Delhi',
    pincode: '110020',
    phone: '+91 98110 54321',
    gstin: '07AABCK1234M1Z5',
  },
  buyer: {
    name: 'ज्योत्स्ना शर्मा',
    address: 'फ्लैट 12½, श्रीकृष्ण निवास, Linking Road, Bandra West',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400050',
    phone: '+91 98200 12345',
    gstin: null,
  },
  placeOfSupply: 'Maharashtra (27)',
  taxes: 'IGST',
  lines: [
    {
      name: 'Chanderi cotton kurta, indigo, size M',
      hsnCode: '6204',
      quantity: 2,
      taxablePaise: 12_000_000,
      gstRate: 12,
      taxPaise: 1_440_000,
    },
    {
      name: 'बनारसी दुपट्टा, handwoven',
      hsnCode: '5007',
      quantity: 1,
      taxablePaise: 99_950,
      gstRate: 5,
      taxPaise: 4_998,
    },
  ],
  otherPaise: 9_900,
  totalPaise: 13_554_848,
  ...change,
});
