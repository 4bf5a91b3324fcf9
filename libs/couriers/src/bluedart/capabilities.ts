import type { CourierCapabilities } from '../capabilities.ts';

export const capabilities: CourierCapabilities = {
  services: ['surface', 'air'],
  awb: 'courier',
  rate: false,
  findByReference: 'look-up',
  label: 'at-booking',
  pickup: 'on-request',
  cancel: true,
  push: { authentication: 'token', retries: 3 },
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: false,
  reverse: true,
  // Results of a check are pushed, but how a check is asked for was not found.
  reverseQc: null,
  exchange: false,
  proofOfDelivery: false,
  multiPackage: true,
  codLimitPaise: null,
  // "Bulk" without a number in the sources; 50 is what ImportData takes.
  trackBatchSize: 50,
  rateLimits: {},
};
