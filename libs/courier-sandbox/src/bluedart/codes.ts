import type { NdrReason, ShipmentStatus } from '@freight/contracts';
import { isPickedUp, type SandboxConsignment, type SandboxScan } from '../consignment.ts';
import type { ScanWish } from '../dialect.ts';

type Row = readonly [code: string, group: 'S' | 'T' | 'RS' | 'RT', type: string, text: string];

/**
 * Scan codes with their groups (S status, T exception at the door, RS and RT return). No code is documented for a waybill made,
 * a pickup registered and a waybill cancelled; letters stand in for those three.
 */
const rows: Record<Exclude<ShipmentStatus, 'CREATED' | 'DELIVERY_FAILED'>, Row> = {
  LABEL_GENERATED: ['SDU', 'S', 'UD', 'SHIPMENT INFORMATION RECEIVED'],
  PICKUP_SCHEDULED: ['PUR', 'S', 'UD', 'PICKUP REGISTERED'],
  PICKUP_FAILED: ['016', 'S', 'UD', 'PICKUP NOT COMPLETED'],
  PICKED_UP: ['001', 'S', 'PU', 'SHIPMENT PICKED UP'],
  IN_TRANSIT: ['003', 'S', 'IT', 'SHIPMENT FURTHER CONNECTED'],
  OUT_FOR_DELIVERY: ['002', 'S', 'UD', 'SHIPMENT OUT FOR DELIVERY'],
  DELIVERED: ['000', 'T', 'DL', 'SHIPMENT DELIVERED'],
  RTO_INITIATED: ['016', 'T', 'RT', 'RETURN TO SHIPPER MARKED'],
  RTO_IN_TRANSIT: ['003', 'RS', 'RT', 'RETURN SHIPMENT FURTHER CONNECTED'],
  RTO_DELIVERED: ['188', 'RT', 'RT', 'DELIVERED BACK TO SHIPPER'],
  LOST: ['070', 'T', 'UD', 'SHIPMENT LOST'],
  DAMAGED: ['025', 'T', 'UD', 'SHIPMENT DAMAGED'],
  CANCELLED: ['CAN', 'S', 'UD', 'WAYBILL CANCELLED'],
};

const failures: Record<NdrReason, readonly [code: string, text: string]> = {
  CUSTOMER_UNAVAILABLE: ['003', 'CONSIGNEE NOT AVAILABLE'],
  CUSTOMER_REFUSED: ['011', 'CONSIGNEE REFUSED TO ACCEPT'],
  ADDRESS_INCOMPLETE: ['008', 'ADDRESS INCOMPLETE'],
  PHONE_UNREACHABLE: ['013', 'CONSIGNEE PHONE NOT REACHABLE'],
  RESCHEDULE_REQUESTED: ['029', 'CONSIGNEE REQUESTED FUTURE DELIVERY'],
  COD_NOT_READY: ['044', 'COD AMOUNT NOT READY'],
  OUT_OF_DELIVERY_AREA: ['009', 'ADDRESS OUT OF DELIVERY AREA'],
  OTP_NOT_SHARED: ['003', 'OTP NOT SHARED BY CONSIGNEE'],
  QC_FAILED: ['501', 'QUALITY CHECK FAILED'],
  OTHER: ['003', 'DELIVERY NOT ATTEMPTED'],
};

export const scanCode = (consignment: SandboxConsignment, wish: ScanWish): Pick<SandboxScan, 'code' | 'wire'> => {
  const [code, group, type, text] = rowOf(consignment, wish);
  return { code: `${code}-${group}`, wire: { code, group, type, text } };
};

const rowOf = (consignment: SandboxConsignment, { status, ndrReason, qc }: ScanWish): Row => {
  if (status !== 'DELIVERY_FAILED') return rows[status === 'CREATED' ? 'LABEL_GENERATED' : status];
  const isAtDoor = consignment.isReverse && !isPickedUp(consignment);
  const reason = qc !== undefined || isAtDoor ? 'QC_FAILED' : (ndrReason ?? 'CUSTOMER_UNAVAILABLE');
  const [code, text] = failures[reason];
  return [code, 'T', 'UD', text];
};
