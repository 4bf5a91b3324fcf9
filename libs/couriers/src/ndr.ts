import type { NdrAction, NdrReason } from '@freight/contracts';

/** What the merchant wants after a failed delivery, in our terms. */
export type NdrRequest = {
  awb: string;
  action: NdrAction;
  /** The calendar day in India Standard Time counts. */
  preferredDate?: Date | undefined;
  notes?: string | undefined;
  newAddress?: string | undefined;
  newPincode?: string | undefined;
  newCity?: string | undefined;
  newState?: string | undefined;
  newPhone?: string | undefined;
  /** Of the failed delivery that is answered: couriers allow actions by it. */
  ndrReason?: NdrReason | undefined;
  rawStatusCode?: string | undefined;
  attemptNumber?: number | undefined;
};

export type NdrResult = { state: 'applied' | 'queued'; courierReference: string | null };
