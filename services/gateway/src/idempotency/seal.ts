import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Encrypts an answer that carries a secret (a new API key, a webhook secret) with the credential of the request it answers. We
 * keep credentials as hashes only, so nobody who reads the database can open it; whoever repeats the request can.
 * Layout: salt (16), nonce (12), tag (16), ciphertext of AES-256-GCM.
 */
export const seal = (bytes: Uint8Array, credential: string): Buffer => {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(credential, salt), nonce);
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), ciphertext]);
};

/** Opens what `seal` made; undefined with another credential. */
export const unseal = (sealed: Uint8Array, credential: string): Buffer<ArrayBuffer> | undefined => {
  const salt = sealed.subarray(0, saltBytes);
  const nonce = sealed.subarray(saltBytes, saltBytes + nonceBytes);
  const tag = sealed.subarray(saltBytes + nonceBytes, saltBytes + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(credential, salt), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  try {
    const ciphertext = sealed.subarray(saltBytes + nonceBytes + tagBytes);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    return undefined;
  }
};

/** The credential is random and long (an API key has 190 bits), so one fast hash is enough to make a key of it. */
const deriveKey = (credential: string, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', credential, salt, 'freight idempotent answer', keyBytes));
