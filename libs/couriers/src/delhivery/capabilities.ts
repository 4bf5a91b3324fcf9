import type { CourierCapabilities } from '../capabilities.ts';

const fiveMinutes = 300_000;

export const capabilities: CourierCapabilities = {
  services: ['surface', 'air'],
  awb: 'courier',
  rate: true,
  findByReference: 'look-up',
  label: 'on-request',
  pickup: 'on-request',
  cancel: true,
  push: { authentication: 'token', retries: 1 },
  // There is no return-to-origin action: RTO and CANCEL are Delhivery's cancellation.
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: true,
  reverse: true,
  // Beyond these Delhivery makes a shipment without any check, and does not say so.
  reverseQc: { maxItems: 2, maxQuestionsPerItem: 6 },
  exchange: true,
  proofOfDelivery: true,
  // Several packages need waybills fetched in advance, which are not usable at once.
  multiPackage: false,
  codLimitPaise: null,
  trackBatchSize: 50,
  // Per address; findByReference shares the 750 of tracking. Serviceability takes two look-ups of 4500.
  rateLimits: {
    serviceability: { calls: 4500, perMs: fiveMinutes },
    book: { calls: 20_000, perMs: fiveMinutes },
    cancel: { calls: 12_200, perMs: fiveMinutes },
    track: { calls: 600, perMs: fiveMinutes },
    findByReference: { calls: 150, perMs: fiveMinutes },
    label: { calls: 3000, perMs: fiveMinutes },
    requestPickup: { calls: 4000, perMs: fiveMinutes },
  },
};
