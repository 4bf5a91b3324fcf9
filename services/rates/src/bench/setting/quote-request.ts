/** What is asked for: a COD parcel with a volume between two metros, so that every connected carrier is priced in full. */
export const quoteRequest = {
  pickupPincode: '110001',
  dropPincode: '400001',
  weightGrams: 1_200,
  paymentMode: 'COD',
  lengthCm: 30,
  breadthCm: 20,
  heightCm: 10,
  invoiceValue: 2_499,
} as const;
