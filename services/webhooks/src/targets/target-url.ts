import { isIP } from 'node:net';
import { mayDial, type TargetPolicy } from './address-policy.ts';

/**
 * What is wrong with an address that a merchant gives, as far as its text can say; undefined when nothing is. The names in it
 * are looked at when they are resolved, on every dial.
 */
export const faultOfTargetUrl = (address: string, policy: TargetPolicy): string | undefined => {
  const url = URL.parse(address);
  if (url === null) return 'must be an address';
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(policy.allowInsecure && url.protocol === 'http:')) return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (!isAllowedPort(url, policy)) return `must use port 443 or one from ${firstUnprivilegedPort}`;
  if (!isAllowedHost(url.hostname, policy)) return 'must be a public address';
  return undefined;
};

const firstUnprivilegedPort = 1024;

const isAllowedPort = ({ protocol, port }: URL, { allowInsecure }: TargetPolicy): boolean =>
  // URL leaves the port out where it is the scheme's own: 443 of https, 80 of http.
  port === '' ? protocol === 'https:' || allowInsecure : Number(port) >= firstUnprivilegedPort;

/** Names that mean this machine or this network whatever a resolver says (RFC 6761, RFC 6762, RFC 8375 and ICANN's .internal). */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const isAllowedHost = (hostname: string, policy: TargetPolicy): boolean => {
  const literal = literalOf(hostname);
  if (literal !== undefined) return mayDial(literal, policy);
  const name = hostname.replace(/\.$/, '');
  if (policy.allowInsecure && name === 'localhost') return true;
  // A name without a dot is one of this network.
  return name.includes('.') && !localNames.test(name);
};

/** The IP address that a URL's host is, without brackets; undefined for a name. */
export const literalOf = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
};
