import { baseConfig, secret } from '@freight/runtime';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** The gateway's environment, beyond what every service reads. */
export const gatewayConfig = baseConfig.extend({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port of the merchant and operator API; 0 takes a free one'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  OPERATOR_TOKEN: secret('Token of the operator API; without it the whole operator API answers 404').optional(),
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address under which merchants reach the gateway; with https, plain HTTP requests are redirected to it'),
  RATE_LIMIT_PER_SECOND: count(100).describe(
    'Requests per second of one API key, unless its organization has a limit of its own',
  ),
  RATE_LIMIT_BURST: count(200).describe('Requests that one API key may send at once'),
  PUBLIC_RATE_LIMIT_PER_SECOND: count(100).describe('Requests per second of one client address without a valid key'),
  PUBLIC_RATE_LIMIT_BURST: count(200).describe('Requests that one client address may send at once without a valid key'),
  PUSH_RATE_LIMIT_PER_SECOND: count(1_000).describe('Courier pushes per second of one client address'),
  TRUSTED_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Proxies in front whose X-Forwarded-For entries are believed; 0 uses the address of the connection'),
  KEY_CACHE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(10)
    .describe(
      'How long a gateway that missed a revocation may still accept the key; normally a revocation works at once',
    ),
  DEMO_API_KEY: secret('Key, of any form, of a demonstration organization made at start; for the embedded stack only')
    .min(16)
    .optional(),
});

export type GatewayConfig = z.output<typeof gatewayConfig>;
