import type { CourierCapabilities } from '../capabilities.ts';

export const capabilities: CourierCapabilities = {
  services: ['surface'],
  // Booking under a number fetched beforehand can be repeated without harm and found again.
  awb: 'prefetched',
  rate: false,
  findByReference: 'by-awb',
  label: 'none',
  pickup: 'implied',
  cancel: true,
  push: { authentication: 'token', retries: 0 },
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: false,
  // Reverse pickups are another API with tracking and cancellation of its own; its documents were not at hand.
  reverse: false,
  reverseQc: null,
  exchange: false,
  proofOfDelivery: false,
  multiPackage: false,
  codLimitPaise: null,
  trackBatchSize: 50,
  rateLimits: {},
};
