/** Points from the top left of the page, 72 to an inch. */
export type Box = { x: number; y: number; widthPt: number; heightPt: number };

export const page = { widthPt: 288, heightPt: 432 } as const;

/** Printers leave up to 0.1 inch unprinted at the edges. */
export const frame = { x: 8, y: 8, widthPt: 272, heightPt: 416 } as const satisfies Box;

/** Where the sections part: heights of the lines across the frame, top to bottom. */
export const rules = {
  belowCourier: 50,
  belowBarcode: 132,
  belowPayment: 172,
  belowRecipient: 290,
  belowFacts: 318,
  belowItems: 352,
} as const;

const left = frame.x + 6;
const innerPt = frame.widthPt - 12;

/** Every place that text or bars are drawn into. None touches another or the frame; a test holds them to it. */
export const regions = {
  courierName: { x: left, y: 11, widthPt: 142, heightPt: 24 },
  service: { x: left, y: 35, widthPt: 142, heightPt: 13 },
  sortCode: { x: 162, y: 12, widthPt: 112, heightPt: 35 },

  barcode: { x: frame.x + 1, y: 57, widthPt: 270, heightPt: 50 },
  awb: { x: left, y: 109, widthPt: innerPt, heightPt: 21 },

  payment: { x: left, y: 135, widthPt: 140, heightPt: 34 },
  orderCaption: { x: 164, y: 135, widthPt: 110, heightPt: 9 },
  order: { x: 164, y: 144, widthPt: 110, heightPt: 25 },

  toCaption: { x: left, y: 175, widthPt: innerPt, heightPt: 9 },
  toName: { x: left, y: 184, widthPt: innerPt, heightPt: 20 },
  toAddress: { x: left, y: 204, widthPt: innerPt, heightPt: 39 },
  toCity: { x: left, y: 243, widthPt: innerPt, heightPt: 15 },
  toPhoneCaption: { x: left, y: 260, widthPt: 120, heightPt: 9 },
  toPhone: { x: left, y: 269, widthPt: 120, heightPt: 19 },
  toPincode: { x: 140, y: 258, widthPt: 134, heightPt: 31 },

  weightCaption: { x: left, y: 293, widthPt: 56, heightPt: 9 },
  weight: { x: left, y: 302, widthPt: 56, heightPt: 14 },
  sizeCaption: { x: 76, y: 293, widthPt: 84, heightPt: 9 },
  size: { x: 76, y: 302, widthPt: 84, heightPt: 14 },
  dateCaption: { x: 166, y: 293, widthPt: 62, heightPt: 9 },
  date: { x: 166, y: 302, widthPt: 62, heightPt: 14 },
  pieceCaption: { x: 234, y: 293, widthPt: 40, heightPt: 9 },
  piece: { x: 234, y: 302, widthPt: 40, heightPt: 14 },

  itemsCaption: { x: left, y: 320, widthPt: innerPt, heightPt: 9 },
  items: { x: left, y: 329, widthPt: innerPt, heightPt: 22 },

  fromCaption: { x: left, y: 355, widthPt: 124, heightPt: 9 },
  from: { x: left, y: 364, widthPt: 124, heightPt: 57 },
  returnCaption: { x: 150, y: 355, widthPt: 124, heightPt: 9 },
  returnTo: { x: 150, y: 364, widthPt: 124, heightPt: 57 },
} as const satisfies Record<string, Box>;

/** The sender's block where it is also the return address: both columns as one. */
export const fromWhole = { ...regions.from, widthPt: innerPt } as const satisfies Box;
export const fromWholeCaption = { ...regions.fromCaption, widthPt: innerPt } as const satisfies Box;
