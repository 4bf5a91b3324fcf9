import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { getWallet, newId, verifyLedger, weekdays } from '@freight/contracts';
import { eventually, organizationContext, systemContext, testEnvironment } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, openWallet, startBillingForTest } from '../billing.fixture.ts';
import { crashPoints } from '../crash-point.ts';
import { dayFromNow, deliverCod, expectCodEquation, remittancesOf, runOn } from './cod.fixture.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

type Environment = Awaited<ReturnType<typeof testEnvironment>>;

describe('a run of payouts that dies', () => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await testEnvironment();
  });
  afterAll(() => environment.stop());

  const startHere = () => startBillingForTest({ environment });

  /** The real program, which kills itself at a line of the run. */
  const startDoomed = (crashAt: string) =>
    spawn(process.execPath, [program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        DATABASE_URL: environment.databaseUrlOf('billing'),
        DATABASE_POOL_SIZE: '2',
        NATS_URL: environment.natsUrl,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        CRASH_AT: crashAt,
      },
    });

  const withParcels = async (service: BillingForTest): Promise<string[]> => {
    const organizations = await Promise.all(
      Array.from({ length: 2 }, () =>
        openWallet(service, { balance: 0, codCycle: { delayDays: 0, payoutWeekdays: [...weekdays] } }),
      ),
    );
    for (const organizationId of organizations) {
      await deliverCod(service, organizationId, { codAmount: 100 });
      await deliverCod(service, organizationId, { codAmount: 11 });
    }
    return organizations;
  };

  test.each(crashPoints)('at %s is finished by running it again: each parcel is paid out once', async (crashAt) => {
    const before = await startHere();
    const organizations = await withParcels(before);
    await before.stop();

    const doomed = startDoomed(crashAt);
    const death = once(doomed, 'exit');
    const context = systemContext();
    await eventually(() => before.call(getWallet, organizationContext(organizations[0] ?? ''), {}), 30_000);
    // Nobody answers: who would have is dead.
    runOn(before, dayFromNow(0), context).catch(() => {});
    expect(await death).toEqual([null, 'SIGKILL']);

    const after = await startHere();
    const { created } = await runOn(after, dayFromNow(0), context);
    expect(created.map(({ organizationId }) => organizationId)).toEqual(expect.arrayContaining(organizations));
    expect((await runOn(after, dayFromNow(0), { ...context, operationId: newId('operation') })).created).toEqual([]);
    for (const organizationId of organizations) {
      expect(await remittancesOf(after, organizationId)).toMatchObject([{ codAmount: 111, shipmentCount: 2 }]);
      expect(await expectCodEquation(after, organizationId)).toMatchObject({ collected: 11_100, remitted: 11_100 });
    }
    expect(await after.call(verifyLedger, systemContext(), {})).toMatchObject({ firstDifference: null });
    await after.stop();
  });
});
