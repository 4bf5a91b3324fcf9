import type { CourierCapabilities } from '../capabilities.ts';

export const capabilities: CourierCapabilities = {
  services: ['surface'],
  awb: 'courier',
  rate: true,
  // No call takes an order number, and nothing is said about one that comes twice.
  findByReference: 'none',
  label: 'on-request',
  pickup: 'implied',
  cancel: true,
  // How often a push is repeated is not stated, so none is counted on.
  push: { authentication: 'hmac', retries: 0 },
  ndrActions: ['REATTEMPT', 'CHANGE_ADDRESS', 'RTO', 'CANCEL'],
  ndrIsAsynchronous: false,
  reverse: true,
  // `qc_details` describes one product, without questions.
  reverseQc: { maxItems: 1, maxQuestionsPerItem: 0 },
  exchange: false,
  proofOfDelivery: false,
  // `mps` exists, but the form of its packages is not published.
  multiPackage: false,
  codLimitPaise: 49_999_00,
  trackBatchSize: 1,
  rateLimits: {},
};
