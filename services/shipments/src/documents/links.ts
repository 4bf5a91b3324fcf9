import type { ShipmentsConfig } from '../config.ts';
import type { Links } from '../shipment/shipment.row.ts';

/** Where links of this installation start: `https://host/api/v1`. */
export const linksOf = ({ PUBLIC_BASE_URL }: Pick<ShipmentsConfig, 'PUBLIC_BASE_URL'>): Links => ({
  apiBaseUrl: `${PUBLIC_BASE_URL.replace(/\/+$/, '')}/api/v1`,
});
