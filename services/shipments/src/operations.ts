import { bookShipmentHandler } from './booking/book-shipment.ts';
import { getDecisionHandler } from './booking/get-decision.ts';
import { listStuckBookingsHandler } from './booking/list-stuck-bookings.ts';
import { cancelShipmentHandler } from './cancelling/cancel-shipment.ts';
import { bulkDownloadHandler } from './documents/bulk/bulk-download.ts';
import { getDocumentHandler } from './documents/get-document.ts';
import { getLabelPdfHandler } from './documents/get-label-pdf.ts';
import { getLabelUrlHandler } from './documents/get-label-url.ts';
import { getInvoicePdfHandler } from './documents/invoice/get-invoice-pdf.ts';
import { getInvoiceUrlHandler } from './documents/invoice/get-invoice-url.ts';
import { getProofOfDeliveryHandler } from './documents/pod/get-pod.ts';
import { createShipmentHandler } from './draft/create-shipment.ts';
import { patchShipmentHandler } from './draft/patch-shipment.ts';
import { listBookedLanesHandler } from './lists/list-booked-lanes.ts';
import { listShipmentsHandler } from './lists/list-shipments.ts';
import { createPickupAddressHandler } from './pickup-addresses/create-pickup-address.ts';
import { deletePickupAddressHandler } from './pickup-addresses/delete-pickup-address.ts';
import { listPickupAddressesHandler } from './pickup-addresses/list-pickup-addresses.ts';
import { getShipmentHandler } from './shipment/get-shipment.ts';
import { receiveCourierPushHandler } from './tracking/receive-courier-push.ts';
import { trackPubliclyHandler } from './tracking/track-publicly.ts';
import { trackShipmentHandler } from './tracking/track-shipment.ts';
import { getTrackingPageHandler } from './tracking-page/get-tracking-page.ts';

/** Every operation of the contract that this service serves. */
export const implementations = [
  createShipmentHandler,
  listShipmentsHandler,
  getShipmentHandler,
  patchShipmentHandler,
  bookShipmentHandler,
  cancelShipmentHandler,
  getDecisionHandler,
  getLabelPdfHandler,
  getLabelUrlHandler,
  getInvoiceUrlHandler,
  getInvoicePdfHandler,
  getProofOfDeliveryHandler,
  bulkDownloadHandler,
  getDocumentHandler,
  trackShipmentHandler,
  trackPubliclyHandler,
  getTrackingPageHandler,
  listPickupAddressesHandler,
  createPickupAddressHandler,
  deletePickupAddressHandler,
  receiveCourierPushHandler,
  listStuckBookingsHandler,
  listBookedLanesHandler,
];
