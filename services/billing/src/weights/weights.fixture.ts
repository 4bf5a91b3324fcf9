import { getWallet, newId, postReservation, reserveCharge } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { type BillingForTest, chargeOf, openWallet } from '../billing.fixture.ts';
import { type Announced, announceStatus } from '../shipment-events.fixture.ts';

/** A booked COD parcel of 1.5 kg for ₹118: ₹60 freight (₹20 a slab of 500 g), ₹40 COD, 18 % GST; its return costs ₹118. */
export const bookParcel = async (service: BillingForTest, { balance = 1_000 } = {}) => {
  const organizationId = await openWallet(service, { balance });
  const context = organizationContext(organizationId);
  const awb = newId('booking');
  const charge = chargeOf(11_800, { codPaise: 4_000 });
  await service.call(reserveCharge, context, charge);
  await service.call(postReservation, context, { attemptId: charge.attemptId, awbNumber: awb });
  return {
    organizationId,
    context,
    awb,
    wallet: async () => {
      const { balance: now, heldAmount } = await service.call(getWallet, context, {});
      return { balance: now, heldAmount };
    },
    announce: (change: Omit<Announced, 'attemptId'>) =>
      announceStatus(service, organizationId, { attemptId: charge.attemptId, ...change }),
  };
};
