import { courierCodes } from '@freight/contracts';
import { z } from 'zod';

/** One courier account as an environment variable spells it; it is a `CourierAccount`. */
const courierAccountConfig = z.object({
  courier: z.enum(courierCodes),
  baseUrl: z.url(),
  credentials: z.record(z.string(), z.string()),
  settings: z.record(z.string(), z.string()).optional(),
  webhookToken: z.string().min(8).optional(),
});
export type CourierAccountConfig = z.output<typeof courierAccountConfig>;

/** A variable that holds a JSON array of accounts; none when it is not set. A fault never quotes the text, which holds keys. */
export const courierAccountsVariable = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return z.array(courierAccountConfig).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON array of courier accounts' });
      return z.NEVER;
    }
  });
