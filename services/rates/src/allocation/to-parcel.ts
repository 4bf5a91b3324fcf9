import type { AllocationLane } from '@freight/contracts';
import type { Parcel } from './assess-carriers.ts';

/** Ids under which cards price what a merchant asks for with a flag. */
export const flaggedServiceIds = { isOtpDelivery: 'otp-delivery', isInsured: 'insurance' } as const;

/** All packages of a lane together: weights and volumes are charged as one. */
export const toParcel = ({ packages, isInsured, isOtpDelivery, ...lane }: AllocationLane): Parcel => ({
  shipmentType: lane.shipmentType,
  paymentMode: lane.paymentMode,
  isQcRequired: lane.isQcRequired,
  invoiceValuePaise: lane.invoiceValuePaise,
  codAmountPaise: lane.codAmountPaise,
  actualGrams: packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
  volumeCm3: packages.reduce((sum, { lengthCm, breadthCm, heightCm }) => sum + lengthCm * breadthCm * heightCm, 0),
  vasServiceIds: lane.vasServiceIds,
  optionalServiceIds: [
    ...(isOtpDelivery ? [flaggedServiceIds.isOtpDelivery] : []),
    ...(isInsured ? [flaggedServiceIds.isInsured] : []),
  ],
  packageCount: packages.length,
});
