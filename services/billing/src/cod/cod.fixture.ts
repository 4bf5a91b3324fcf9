import {
  type CodTransaction,
  exportCodTransactions,
  listCodTransactions,
  listEligibleCod,
  listRemittances,
  listUpcomingCod,
  newId,
  runRemittances,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { expect } from 'vitest';
import type { BillingForTest } from '../billing.fixture.ts';
import { announceStatus } from '../shipment-events.fixture.ts';
import { addDays, indianDay } from './cod-cycle.ts';

/** The day in India so many days from now. */
export const dayFromNow = (days: number): string => addDays(indianDay(new Date()), days);

export const momentDaysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Announces the delivery of a COD parcel; gives its attempt. */
export const deliverCod = async (
  service: BillingForTest,
  organizationId: string,
  { codAmount, daysAgo = 0, attemptId = newId('booking') }: { codAmount: number; daysAgo?: number; attemptId?: string },
): Promise<string> => {
  const occurredAt = momentDaysAgo(daysAgo);
  await announceStatus(service, organizationId, { attemptId, status: 'DELIVERED', version: 5, codAmount, occurredAt });
  return attemptId;
};

export const runOn = (service: BillingForTest, asOf: string, context = systemContext()) =>
  service.call(runRemittances, context, { asOf });

export const allTransactions = async (service: BillingForTest, organizationId: string): Promise<CodTransaction[]> =>
  (await service.call(listCodTransactions, organizationContext(organizationId), { limit: 100 })).data;

/**
 * collected = remitted + eligible + upcoming, as the merchant sees it; in paise.
 *
 * @returns the four sums
 */
export const expectCodEquation = async (service: BillingForTest, organizationId: string) => {
  const context = organizationContext(organizationId);
  const [transactions, eligible, upcoming] = await Promise.all([
    allTransactions(service, organizationId),
    service.call(listEligibleCod, context, {}),
    service.call(listUpcomingCod, context, {}),
  ]);
  const sumOf = (...statuses: CodTransaction['status'][]): number =>
    transactions
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { codAmount }) => sum + Math.round(codAmount * 100), 0);
  const sums = {
    collected: sumOf('COLLECTED', 'ELIGIBLE', 'PROCESSING', 'REMITTED'),
    remitted: sumOf('PROCESSING', 'REMITTED'),
    eligible: Math.round(eligible.totalAmount * 100),
    upcoming: Math.round(upcoming.totalAmount * 100),
  };
  expect(sums.collected).toBe(sums.remitted + sums.eligible + sums.upcoming);
  expect([sums.eligible, sums.upcoming]).toEqual([sumOf('ELIGIBLE'), sumOf('COLLECTED')]);
  return sums;
};

export const remittancesOf = async (service: BillingForTest, organizationId: string) =>
  (await service.call(listRemittances, organizationContext(organizationId), { limit: 100 })).data;

export const csvOf = async (service: BillingForTest, organizationId: string): Promise<string> => {
  let text = '';
  let cursor: string | undefined;
  do {
    const context = organizationContext(organizationId);
    const piece = await service.call(exportCodTransactions, context, { ...(cursor && { cursor }) });
    text += piece.text;
    cursor = piece.next ?? undefined;
  } while (cursor !== undefined);
  return text;
};
