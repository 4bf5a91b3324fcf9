import ipaddr from 'ipaddr.js';

/** What webhook targets may be. Insecure is the development switch: plain http and loopback too, nothing else. */
export type TargetPolicy = { allowInsecure: boolean };

/**
 * May we connect to this IP address? Only globally routed unicast addresses, judged after unwrapping the IPv4 address that a
 * v4-mapped or NAT64 address stands for. What is not an address is refused.
 */
export const mayDial = (address: string, { allowInsecure }: TargetPolicy): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const meant = unwrap(ipaddr.parse(address));
  if (allowInsecure && meant.range() === 'loopback') return true;
  return isPublic(meant);
};

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** All global unicast of IPv6 (RFC 4291, section 2.4); what lies outside, `::127.0.0.1` for one, is not on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Looks public, but inside Azure it is the host's own agent with the machine's secrets. */
const azureHostAgent = '168.63.129.16';

const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6';

const unwrap = (address: Address): Address => {
  if (!isIPv6(address)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(nat64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  return address;
};

/** 6to4 and Teredo are tunnels to an embedded IPv4 address, and no range but unicast passes, so they are refused as they are. */
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (isIPv6(address) ? address.match(globalUnicast) : address.toString() !== azureHostAgent);
