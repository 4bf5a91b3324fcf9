import { createHmac } from 'node:crypto';
import {
  type CarrierService,
  type CourierCode,
  type NdrReason,
  ndrReasons,
  type ShipmentStatus,
} from '@freight/contracts';
import type { CourierAccount } from '../courier.ts';

/** What the contract suites expect of one courier beyond what its capabilities say. */
export type CourierFacts = {
  awb: RegExp;
  /** Days from Delhi to Mumbai by service, null where the courier does not tell. */
  days: Partial<Record<CarrierService, number | null>>;
  /** What a second booking of one reference comes to, and how many consignments there are then. */
  repeat: { answer: object; consignments: number };
  /** What `findByReference` says of a booking that was made and not answered; done = it gives the consignment. */
  afterTimeout: 'done' | 'unknown' | 'refused';
  /** Whether the merchant's order reference, and in a push our own, crosses the wire. */
  carries: { orderReference: boolean; pushReference: boolean };
  /** Whether serviceability tells where cash on delivery is not taken. */
  tellsCod: boolean;
  /** Statuses and reasons for which the courier has no word. */
  unsaid: readonly (ShipmentStatus | NdrReason)[];
  /** Headers with which the courier proves a push. */
  pushHeaders: (account: CourierAccount, body: string) => Record<string, string>;
};

const withToken: CourierFacts['pushHeaders'] = ({ webhookToken }) => ({ 'x-courier-token': webhookToken ?? '' });

const signed =
  (header: string, encoding: 'hex' | 'base64'): CourierFacts['pushHeaders'] =>
  ({ webhookToken }, body) => ({
    [header]: createHmac('sha256', webhookToken ?? '')
      .update(body)
      .digest(encoding),
  });

const refusesRepeats = { answer: { kind: 'refused', reason: 'DUPLICATE_REFERENCE' }, consignments: 1 };

const usual = {
  repeat: refusesRepeats,
  afterTimeout: 'done',
  tellsCod: true,
  carries: { orderReference: true, pushReference: true },
  unsaid: [],
  pushHeaders: withToken,
} as const;

export const courierFacts: Record<CourierCode, CourierFacts> = {
  delhivery: { ...usual, awb: /^1316\d{10}$/, days: { surface: 5, air: 2 } },
  bluedart: { ...usual, awb: /^\d{11}$/, days: { surface: 5, air: 2 } },
  ekart: {
    ...usual,
    awb: /^500\d{3}A\d{7}$/,
    days: { surface: 5 },
    // Nothing in its documents says that an order number is taken once only.
    repeat: { answer: { kind: 'done' }, consignments: 2 },
    afterTimeout: 'refused',
    pushHeaders: signed('x-ekart-signature', 'hex'),
  },
  shadowfax: { ...usual, awb: /^SF\d{8}[A-Z]{3}$/, days: { surface: null }, tellsCod: false, unsaid: ['DAMAGED'] },
  xpressbees: {
    ...usual,
    awb: /^1434\d{10}$/,
    days: { surface: null, air: null },
    // It refuses the order number a second time and does not say which shipment has it.
    afterTimeout: 'unknown',
    carries: { orderReference: false, pushReference: false },
    pushHeaders: signed('x-hmac-sha256', 'base64'),
  },
  dtdc: {
    ...usual,
    awb: /^[A-Z]\d{8}$/,
    days: { surface: null, air: null },
    // Nothing in its documents says that a reference is taken once only; it is looked up instead.
    repeat: { answer: { kind: 'done' }, consignments: 2 },
    tellsCod: false,
    unsaid: ['LOST', 'DAMAGED'],
  },
  amazon: {
    ...usual,
    awb: /^\d{12}$/,
    days: { surface: 5 },
    // One idempotency key has one answer.
    repeat: { answer: { kind: 'done' }, consignments: 1 },
    unsaid: ['PICKUP_SCHEDULED', 'PICKUP_FAILED', 'OUT_OF_DELIVERY_AREA'],
  },
  indiapost: {
    ...usual,
    awb: /^[A-Z]{2}\d{9}IN$/,
    days: { surface: null },
    tellsCod: false,
    carries: { orderReference: false, pushReference: false },
    unsaid: [
      ...(['LABEL_GENERATED', 'PICKUP_SCHEDULED', 'PICKUP_FAILED', 'LOST', 'DAMAGED', 'CANCELLED'] as const),
      // Told by the events around it, see its own tests.
      'RTO_IN_TRANSIT',
      ...ndrReasons.filter((reason) => reason !== 'OTHER'),
    ],
  },
};
