import { Resolver } from 'node:dns/promises';
import { isIPv6 } from 'node:net';

/** All addresses of a name. Rejects when there are none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

const timeoutMs = 2_000;
const tries = 2;

/**
 * Asks DNS servers directly: `dns.lookup` has four threads for the whole process, so four names whose servers hang would hold
 * up every receiver. The hosts file is not looked at; no public receiver is in it.
 *
 * @param servers for tests; else those of the machine.
 */
export const dnsResolver = (servers?: readonly string[]): ResolveHost => {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0) throw first.status === 'rejected' ? first.reason : new Error('the name has no address');
    return addresses;
  };
};

export const familyOf = (address: string): 4 | 6 => (isIPv6(address) ? 6 : 4);
