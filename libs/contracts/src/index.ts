export * from './carriers.ts';
export * from './errors.ts';
export * from './ndr-reasons.ts';
export * from './shipment-status.ts';
