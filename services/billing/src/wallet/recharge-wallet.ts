import { newId, rechargeWallet, toPaise } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookOnce } from './book-once.ts';

export const rechargeWalletHandler = implement(
  rechargeWallet,
  (deps: Deps, context, { organizationId, amount, reference, note }) => {
    const amountPaise = toPaise(amount);
    return bookOnce(deps, context, organizationId, {
      id: newId('journal'),
      fact: `recharge:${reference}`,
      kind: 'RECHARGE',
      referenceType: 'RECHARGE',
      referenceId: reference,
      description: note ? `Recharge ${reference}: ${note}` : `Recharge ${reference}`,
      reason: { actor: context.actor, operationId: context.operationId, note: note ?? null },
      lines: [
        { account: 'wallet', amountPaise, category: 'RECHARGE' },
        { account: 'clearing', amountPaise: -amountPaise },
      ],
      withinLimit: false,
    });
  },
);
