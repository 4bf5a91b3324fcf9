import type { CourierCapabilities } from '../capabilities.ts';

export const capabilities: CourierCapabilities = {
  services: ['surface', 'air'],
  awb: 'courier',
  rate: true,
  // No call takes an order number, but one that is declared unique is refused the second time.
  findByReference: 'replay',
  // The label is an address on another host, which is never called.
  label: 'none',
  pickup: 'on-request',
  cancel: true,
  push: { authentication: 'hmac', retries: 0 },
  // There is no return action: RTO and CANCEL are a cancellation.
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: false,
  reverse: true,
  reverseQc: null,
  exchange: false,
  proofOfDelivery: false,
  multiPackage: false,
  codLimitPaise: null,
  trackBatchSize: 1,
  rateLimits: {},
};
