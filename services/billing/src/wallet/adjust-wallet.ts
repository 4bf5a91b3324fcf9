import { adjustWallet, newId, toPaise } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookOnce } from './book-once.ts';

export const adjustWalletHandler = implement(
  adjustWallet,
  (deps: Deps, context, { organizationId, amount, reference, reason }) => {
    const amountPaise = toPaise(amount);
    return bookOnce(deps, context, organizationId, {
      id: newId('journal'),
      fact: `adjustment:${reference}`,
      kind: 'ADJUSTMENT',
      referenceType: 'ADJUSTMENT',
      referenceId: reference,
      description: `Adjustment ${reference}: ${reason}`,
      reason: { actor: context.actor, operationId: context.operationId, reason },
      lines: [
        { account: 'wallet', amountPaise, category: 'ADJUSTMENT' },
        { account: 'adjustments', amountPaise: -amountPaise },
      ],
      withinLimit: true,
    });
  },
);
