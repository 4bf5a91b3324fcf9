import { type CourierCode, courierTable } from '@freight/contracts';
import type { CourierCapabilities } from './capabilities.ts';
import type { BookingRequest } from './consignment.ts';
import type { FindRequest } from './courier.ts';
import type { NdrRequest } from './ndr.ts';
import { type Refused, refused } from './outcome.ts';

/** What a courier does not offer is refused here, before any call, in words that a merchant can read. */
export const refuseBooking = (
  courier: CourierCode,
  capabilities: CourierCapabilities,
  booking: BookingRequest,
): Refused | undefined => {
  const { name } = courierTable[courier];
  const no = (what: string) => refused('NOT_SUPPORTED', `${name} does not offer ${what}`);
  if (!/^[A-Z0-9]{1,20}$/.test(booking.reference)) {
    return refused('INVALID_REQUEST', 'a booking reference is 1 to 20 of A-Z and 0-9');
  }
  if (!capabilities.services.includes(booking.service)) return no(`the ${booking.service} service`);
  if (booking.shipmentType === 'REVERSE' && !capabilities.reverse) return no('reverse pickups');
  if (booking.shipmentType === 'EXCHANGE' && !capabilities.exchange) return no('exchanges');
  if (booking.packages.length > 1 && !capabilities.multiPackage) return no('several packages in one consignment');
  if (booking.awb === undefined && capabilities.awb === 'ours') {
    return refused('INVALID_REQUEST', `${name} takes its numbers from us, and none was given`);
  }
  return refuseCod(name, capabilities, booking) ?? refuseQc(name, capabilities, booking);
};

const refuseCod = (name: string, capabilities: CourierCapabilities, booking: BookingRequest): Refused | undefined => {
  if (booking.paymentMode === 'PREPAID') return undefined;
  if (booking.shipmentType !== 'FORWARD') {
    return refused('NOT_SUPPORTED', `cash on delivery is for forward shipments, not ${booking.shipmentType}`);
  }
  const { codLimitPaise } = capabilities;
  if (codLimitPaise === null || booking.codAmountPaise <= codLimitPaise) return undefined;
  return refused('NOT_SERVICEABLE', `${name} collects at most INR ${codLimitPaise / 100}`);
};

const refuseQc = (name: string, capabilities: CourierCapabilities, booking: BookingRequest): Refused | undefined => {
  if (!booking.isQcRequired) return undefined;
  const { reverseQc } = capabilities;
  if (booking.shipmentType !== 'REVERSE') return refused('INVALID_REQUEST', 'a quality check is for reverse shipments');
  if (reverseQc === null) return refused('NOT_SUPPORTED', `${name} does not offer a quality check at the door`);
  const items = booking.qcItems ?? [];
  if (items.length === 0) return refused('INVALID_REQUEST', 'a quality check needs at least one item to check');
  // Delhivery makes a shipment without any check out of one that has too many items or questions, and does not say so.
  if (items.length > reverseQc.maxItems) {
    return refused('NOT_SUPPORTED', `${name} checks at most ${reverseQc.maxItems} items`);
  }
  if (items.some((item) => (item.questions?.length ?? 0) > reverseQc.maxQuestionsPerItem)) {
    return refused('NOT_SUPPORTED', `${name} asks at most ${reverseQc.maxQuestionsPerItem} questions an item`);
  }
  return undefined;
};

/** A courier that cannot look a reference up is asked with the booking itself, or not at all. */
export const refuseFind = (
  courier: CourierCode,
  { findByReference }: CourierCapabilities,
  { booking }: FindRequest,
): Refused | undefined => {
  const { name } = courierTable[courier];
  if (findByReference === 'none') return refused('NOT_SUPPORTED', `${name} finds no consignment by its reference`);
  if (findByReference === 'replay' && booking === undefined) {
    return refused('INVALID_REQUEST', `${name} finds a consignment only by hearing its booking again`);
  }
  if (findByReference === 'by-awb' && booking?.awb === undefined) {
    return refused('INVALID_REQUEST', `${name} finds a consignment only by the number that was fetched before booking`);
  }
  return undefined;
};

export const refuseNdr = (
  courier: CourierCode,
  capabilities: CourierCapabilities,
  request: NdrRequest,
): Refused | undefined =>
  capabilities.ndrActions.includes(request.action)
    ? undefined
    : refused('NOT_SUPPORTED', `${courierTable[courier].name} does not take the action ${request.action}`);
