import type { BookingRequest } from '../consignment.ts';

/** The one product that is looked at, by its attributes; Ekart asks no questions of ours. */
export const qcDetailsOf = ({ qcItems }: BookingRequest) => {
  const [item] = qcItems ?? [];
  if (item === undefined) return undefined;
  return {
    qc_shipment: true,
    product_name: item.name,
    product_sku: item.sku,
    product_color: item.color,
    product_size: item.size,
    brand_name: item.brand,
    product_category: item.category,
    ean_barcode: item.ean,
    serial_number: item.serialNumber,
    imei_number: item.imei,
    product_images: item.imageUrls,
  };
};
