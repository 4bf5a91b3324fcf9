import { createHash } from 'node:crypto';
import { exportLedgerProof, newId, postReservation, rechargeWallet, reserveCharge } from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('billing.export-ledger-proof', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  const proofOf = async (organizationId: string): Promise<unknown[]> => {
    let text = '';
    let cursor: string | undefined;
    do {
      const piece = await service.call(exportLedgerProof, systemContext(), {
        organizationId,
        ...(cursor && { cursor }),
      });
      text += piece.text;
      cursor = piece.next ?? undefined;
    } while (cursor !== undefined);
    return text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  };

  test('its hashes can be made again with nothing but SHA-256, also over several pieces and any script', async () => {
    const organizationId = await openWallet(service, { balance: 1_000 });
    const context = organizationContext(organizationId);
    for (let index = 0; index < 300; index += 1) {
      const charge = chargeOf(100);
      await service.call(reserveCharge, context, charge);
      await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: `AWB${index}` });
    }
    await service.call(rechargeWallet, systemContext(), { organizationId, amount: 1, reference: 'बैंक "é" \\ 😀' });

    const [first, ...lines] = await proofOf(organizationId);
    let previous = '';
    for (const line of lines) {
      const { seq, amountPaise, heldPaise, category, balanceAfterPaise, heldAfterPaise, hash, journal } =
        entry.parse(line);
      const words = ['wallet', seq, amountPaise, heldPaise, category ?? '', balanceAfterPaise, heldAfterPaise].join(
        '|',
      );
      const digest = createHash('sha256').update(journal).digest();
      previous = createHash('sha256').update(Buffer.from(previous, 'hex')).update(digest).update(words).digest('hex');
      expect(hash).toBe(previous);
    }
    expect(first).toEqual({
      format: 'freight-ledger-proof/1',
      organizationId,
      account: 'wallet',
      entries: 602,
      head: previous,
    });
    expect(lines).toHaveLength(602);
  });

  test('a wallet without entries has a title only; without a wallet it is NOT_FOUND', async () => {
    expect(await proofOf(await openWallet(service, { balance: 0 }))).toHaveLength(1);
    await expect(proofOf(newId('organization'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

const entry = z.object({
  seq: z.int(),
  amountPaise: z.int(),
  heldPaise: z.int(),
  category: z.string().nullable(),
  balanceAfterPaise: z.int(),
  heldAfterPaise: z.int(),
  hash: z.string(),
  journal: z.string(),
});
