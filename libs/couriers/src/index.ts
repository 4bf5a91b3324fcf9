export { accountKey } from './account-key.ts';
export * from './adapters.ts';
export * from './call-courier.ts';
export * from './capabilities.ts';
export * from './consignment.ts';
export * from './courier.ts';
export * from './ndr.ts';
export * from './outcome.ts';
export * from './scan.ts';
