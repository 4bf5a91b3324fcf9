import type { CourierCapabilities } from '../capabilities.ts';

export const capabilities: CourierCapabilities = {
  services: ['surface', 'air'],
  awb: 'courier',
  rate: false,
  findByReference: 'look-up',
  label: 'on-request',
  pickup: 'implied',
  cancel: true,
  push: { authentication: 'token', retries: 0 },
  // A new address has no field and travels as a remark.
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: false,
  reverse: true,
  reverseQc: null,
  exchange: false,
  proofOfDelivery: false,
  multiPackage: true,
  codLimitPaise: null,
  trackBatchSize: 1,
  rateLimits: {},
};
