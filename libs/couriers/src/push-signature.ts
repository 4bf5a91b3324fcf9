import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CourierAccount, CourierPush } from './courier.ts';

export type SignatureForm = { header: string; encoding: 'hex' | 'base64' };

/**
 * Is the push signed with the account's secret: HMAC-SHA256 over the bytes of the body? `settings.pushSignatureHeader` and
 * `settings.pushSignatureEncoding` replace the courier's own form. Compared in constant time; no secret, no push.
 */
export const hasPushSignature =
  (form: SignatureForm) =>
  (push: CourierPush, account: CourierAccount): boolean => {
    const { webhookToken: secret, settings } = account;
    const given = push.headers[(settings?.['pushSignatureHeader'] ?? form.header).toLowerCase()];
    if (secret === undefined || secret === '' || typeof given !== 'string') return false;
    const encoding = settings?.['pushSignatureEncoding'] ?? form.encoding;
    const signature = Buffer.from(given, encoding === 'base64' ? 'base64' : 'hex');
    const expected = createHmac('sha256', secret).update(push.rawBody).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
