import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { labelPdf } from '../label-pdf.ts';

/** GET /api/p/packing_slip?wbns=<one waybill>&pdf=true&pdf_size=4R. */
export const packingSlip = (request: WireRequest, world: World): WireAnswer => {
  const waybill = request.query.get('wbns') ?? '';
  const consignment = world.store.find('delhivery', waybill);
  if (consignment === undefined) return json({ packages: [], packages_found: 0 });
  const { drop, bookingReference, paymentMode, codAmount } = consignment;
  const pdf = labelPdf([
    'Delhivery (sandbox)',
    waybill,
    `Order ${bookingReference}`,
    paymentMode === 'COD' ? `COD INR ${codAmount}` : 'Prepaid',
    drop.name,
    drop.address,
    `${drop.city} ${drop.pincode}`,
  ]);
  return json({
    packages_found: 1,
    packages: [
      {
        wbn: waybill,
        pdf_download_link: `https://sandbox.invalid/packing-slips/${waybill}.pdf`,
        pdf_encoding: pdf.toString('base64'),
      },
    ],
  });
};

/** GET /api/rest/fetch/pkg/document/?doc_type=&waybill=. */
export const document = (request: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('delhivery', request.query.get('waybill') ?? '');
  const type = request.query.get('doc_type') ?? '';
  const urls =
    consignment === undefined
      ? []
      : type === 'RVP_QC_IMAGE'
        ? (consignment.qc?.result?.images ?? [])
        : consignment.scans.some(({ status }) => status === 'DELIVERED' || status === 'RTO_DELIVERED')
          ? [`http://${String(request.headers['host'])}/delhivery${filePath(type, consignment.awb)}`]
          : [];
  if (urls.length === 0) return json({ success: false, message: 'Document not found' }, 404);
  return json({ success: true, message: '', data: { doc_type: type, urls } });
};

const filePath = (type: string, awb: string): string => `/files/${type.toLowerCase()}/${awb}.pdf`;

/** GET /files/<type>/<waybill>.pdf: where the links of `document` lead, without credentials as at the real courier. */
export const file = ({ params: [type = '', waybill = ''] }: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('delhivery', waybill);
  if (consignment === undefined) return json({ message: 'Not found' }, 404);
  const pdf = labelPdf([`Delhivery (sandbox) ${type}`, waybill, `Delivered to ${consignment.drop.name}`]);
  return { status: 200, body: pdf.toString('latin1'), contentType: 'application/pdf' };
};
