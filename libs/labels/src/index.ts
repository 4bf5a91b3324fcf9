export { drawLabels, labelsPerDocumentLimit } from './draw-labels.ts';
export type { InvoiceContent, InvoiceLine, InvoiceParty } from './invoice/invoice-content.ts';
export type { LabelAddress, LabelContent, LabelItem, LabelPayment } from './label-content.ts';
export { createLabelDrawer, type LabelDrawer, type LabelDrawerOptions } from './label-drawer.ts';
export type { LabelPart } from './merge-labels.ts';
