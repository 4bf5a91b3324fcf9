import { getWallet, postReservation, releaseReservation, reserveCharge, type ShipmentStatus } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from './billing.fixture.ts';
import { announceStatus } from './shipment-events.fixture.ts';

describe('events of shipments', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const announce = (organizationId: string, attemptId: string | null, status: ShipmentStatus) =>
    announceStatus(service, organizationId, { attemptId, status });

  const holding = async (totalPaise: number) => {
    const organizationId = await openWallet(service);
    const context = organizationContext(organizationId);
    const charge = chargeOf(totalPaise);
    await service.call(reserveCharge, context, charge);
    return { organizationId, context, attemptId: charge.attemptId };
  };

  test('a booked shipment is debited though nobody called', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);

    await announce(organizationId, attemptId, 'LABEL_GENERATED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 900, heldAmount: 0 });
  });

  test('a booked shipment that was debited by call is not debited again', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);
    await service.call(postReservation, context, { attemptId, awbNumber: 'AWB' });

    await announce(organizationId, attemptId, 'LABEL_GENERATED');
    await announce(organizationId, attemptId, 'LABEL_GENERATED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 900, heldAmount: 0 });
  });

  test('a cancelled shipment is refunded once, also when its events overtake one another', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);

    await announce(organizationId, attemptId, 'CANCELLED');
    await announce(organizationId, attemptId, 'LABEL_GENERATED');
    await announce(organizationId, attemptId, 'CANCELLED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 0 });
  });

  test('a draft that was cancelled changes nothing', async () => {
    const { organizationId, context } = await holding(10_000);

    await announce(organizationId, null, 'CANCELLED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 100 });
  });

  test('a shipment booked on a released hold is laid aside for an operator', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);
    await service.call(releaseReservation, context, { attemptId, reason: 'courier refused' });

    await announce(organizationId, attemptId, 'LABEL_GENERATED');

    const { rows } = await sql<{ reason: string }>`
      select reason from dead_letters where body like ${`%${attemptId}%`}`.execute(service.db);
    expect(rows).toEqual([
      { reason: `EventRejected: attempt ${attemptId}: The hold of this booking attempt is RELEASED already` },
    ]);
  });
});
