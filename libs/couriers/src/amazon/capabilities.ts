import type { CourierCapabilities } from '../capabilities.ts';

export const capabilities: CourierCapabilities = {
  services: ['surface'],
  awb: 'courier',
  rate: true,
  // A purchase that is repeated under its idempotency key is answered with the first result.
  findByReference: 'replay',
  label: 'at-booking',
  pickup: 'implied',
  cancel: true,
  push: null,
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: false,
  // Returns are seen in tracking; how a pickup at the customer is asked for was not found.
  reverse: false,
  reverseQc: null,
  exchange: false,
  proofOfDelivery: false,
  multiPackage: false,
  codLimitPaise: null,
  trackBatchSize: 1,
  rateLimits: {},
};
