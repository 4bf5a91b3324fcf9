import type { LabelContent } from './label-content.ts';

/** A label as a courier would get it; tests change what they are about. */
export const labelContent = (change: Partial<LabelContent> = {}): LabelContent => ({
  awb: '13161234567890',
  courierName: 'Delhivery',
  service: 'Surface',
  sortCode: 'BOM/ANH',
  shipmentType: 'FORWARD',
  orderReference: 'ORD-2026-104417',
  invoiceNumber: 'INV/26-27/00871',
  payment: { mode: 'COD', amountPaise: 149_900 },
  to: {
    name: 'ज्योत्स्ना शर्मा',
    phone: '+91 98200 12345',
    address: 'फ्लैट 12½, श्रीकृष्ण निवास, Linking Road, Bandra West',
    landmark: 'near Mehboob Studio',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400050',
  },
  from: {
    name: 'Kala Handlooms Pvt Ltd',
    phone: '+91 98110 54321',
    address: 'Unit 7, Okhla Industrial Estate Phase III',
    landmark: null,
    city: 'New Delhi',
    state: 'Delhi',
    pincode: '110020',
  },
  returnTo: null,
  gstin: '07AABCK1234M1Z5',
  weightGrams: 1250,
  dimensionsCm: { length: 30, breadth: 22.5, height: 8 },
  piece: { number: 1, of: 1 },
  date: new Date('2026-11-20T20:00:00.000Z'),
  items: [
    { name: 'Chanderi cotton kurta, indigo, size M', quantity: 2 },
    { name: 'Block-printed dupatta', quantity: 1 },
  ],
  ...change,
});
