import type { CourierCapabilities } from '../capabilities.ts';

/** Much is absent: no call to cancel, to answer a failed delivery, to ask for a label or a return was found. */
export const capabilities: CourierCapabilities = {
  services: ['surface'],
  // From a range of numbers; handing them out, once each, is the caller's.
  awb: 'ours',
  rate: true,
  // An article that is not at a counter yet is not tracked, but its number is taken once.
  findByReference: 'replay',
  label: 'none',
  pickup: 'implied',
  cancel: false,
  push: null,
  ndrActions: [],
  ndrIsAsynchronous: false,
  reverse: false,
  reverseQc: null,
  exchange: false,
  proofOfDelivery: false,
  multiPackage: false,
  codLimitPaise: null,
  trackBatchSize: 50,
  rateLimits: {},
};
