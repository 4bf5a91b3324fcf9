import { describe, expect, test } from 'vitest';
import {
  cancellableStatuses,
  isTerminal,
  mayStep,
  type ShipmentStatus,
  shipmentStatuses,
  shipmentStatusTable,
  statusesInGroup,
  statusGroups,
  webhookEventOf,
  webhookEvents,
} from './shipment-status.ts';

/** Every status that can be reached from one, walking single steps. */
const reachableFrom = (start: ShipmentStatus): Set<ShipmentStatus> => {
  const seen = new Set<ShipmentStatus>([start]);
  for (const status of seen) {
    for (const next of shipmentStatuses) if (mayStep(status, next, 'REVERSE')) seen.add(next);
  }
  return seen;
};

describe('the state table', () => {
  test('names only statuses that exist, and every status is reachable from CREATED', () => {
    const named = Object.values(shipmentStatusTable).flatMap((row): readonly string[] => row.next);
    expect(named.filter((status) => !Object.hasOwn(shipmentStatusTable, status))).toEqual([]);
    expect(reachableFrom('CREATED')).toEqual(new Set(shipmentStatuses));
  });

  test('ends in the five statuses that the specification ends in, and from everywhere else an end is reachable', () => {
    const terminal = shipmentStatuses.filter(isTerminal);
    expect(terminal.toSorted()).toEqual(['CANCELLED', 'DAMAGED', 'DELIVERED', 'LOST', 'RTO_DELIVERED']);
    const stuck = shipmentStatuses.filter((status) => ![...reachableFrom(status)].some(isTerminal));
    expect(stuck).toEqual([]);
  });

  test('lets the merchant cancel exactly where the specification does', () => {
    expect(cancellableStatuses).toEqual(['CREATED', 'LABEL_GENERATED', 'PICKUP_SCHEDULED']);
    expect(cancellableStatuses.filter((status) => !mayStep(status, 'CANCELLED', 'FORWARD'))).toEqual([]);
  });

  test('has each of the fourteen events once, but for the one that is never emitted', () => {
    const emitted = shipmentStatuses.flatMap((status) => webhookEventOf(status) ?? []);
    expect(emitted.toSorted()).toEqual(webhookEvents.filter((event) => event !== 'shipment.created').toSorted());
  });

  test('puts no status into two groups', () => {
    const grouped = statusGroups.flatMap(statusesInGroup);
    expect(new Set(grouped).size).toBe(grouped.length);
  });
});
