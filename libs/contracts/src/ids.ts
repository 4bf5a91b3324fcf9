import { typeidUnboxed } from 'typeid-js';

/** Prefixes of public ids: a reader of a log line knows what an id is without asking. */
export const idPrefixes = {
  organization: 'org',
  apiKey: 'key',
  auditEntry: 'aud',
  operation: 'op',
  event: 'evt',
  shipment: 'shp',
  package: 'pkg',
  item: 'itm',
  address: 'adr',
  booking: 'bkg',
  trackingEvent: 'trk',
  ndrEvent: 'ndr',
  wallet: 'wal',
  journal: 'jnl',
  walletTransaction: 'wtx',
  reservation: 'rsv',
  integration: 'int',
  channelOrder: 'cho',
  subscription: 'whk',
  delivery: 'dlv',
  bulkDownload: 'blk',
  replay: 'rpy',
  ratePlan: 'rpl',
  codTransaction: 'cod',
  remittance: 'rem',
  reconciliation: 'rec',
  weightAdjustment: 'wad',
  weightDiscrepancy: 'wdc',
} as const;

/**
 * A new public id: a short prefix and a time-ordered unique part (UUIDv7 in base 32), so that ids sort by creation.
 *
 * @example newId('shipment') // 'shp_01k9w3…'
 */
export const newId = (kind: keyof typeof idPrefixes): string => typeidUnboxed(idPrefixes[kind]);
