import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { mayDial, type TargetPolicy } from './address-policy.ts';
import { dnsResolver, familyOf, type ResolveHost } from './resolve-host.ts';
import { faultOfTargetUrl, literalOf } from './target-url.ts';

/** Thrown by a dial that the policy does not allow. Says nothing of what the name resolved to: that may be a secret. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

export type GuardedAgentOptions = {
  policy: TargetPolicy;
  connectTimeoutMs: number;
  resolve?: ResolveHost;
  /** Certificates to trust instead of the machine's, for tests. */
  ca?: string;
};

/**
 * The one HTTP client of deliveries. Every dial passes the policy: the text of the address, each address that the name resolves to
 * at this moment (so a name that changes its mind between check and use gains nothing), and the peer once connected.
 * Certificates are verified whatever the environment says. Connections are kept and used again.
 */
export const guardedAgent = ({ policy, connectTimeoutMs, ca, ...options }: GuardedAgentOptions): Agent => {
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(options.resolve ?? dnsResolver(), policy),
    rejectUnauthorized: true,
    allowH2: false,
    ...(ca === undefined ? {} : { ca }),
  });
  const connect: buildConnector.connector = (target, callback) => {
    const { protocol, hostname, port } = target;
    const fault = faultOfTargetUrl(`${protocol}//${hostInUrl(hostname)}${port === '' ? '' : `:${port}`}`, policy);
    if (fault !== undefined) {
      callback(new TargetRefused(`target ${fault}`), null);
      return;
    }
    dial(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
      } else if (mayDial(socket.remoteAddress ?? '', policy)) {
        callback(null, socket);
      } else {
        socket.destroy();
        callback(new TargetRefused(refusedAddress), null);
      }
    });
  };
  return new Agent({ connect, allowH2: false, pipelining: 1 });
};

const refusedAddress = 'target must be a public address';

const hostInUrl = (hostname: string): string =>
  literalOf(hostname) !== undefined && familyOf(hostname.replace(/^\[(.*)\]$/, '$1')) === 6 && !hostname.startsWith('[')
    ? `[${hostname}]`
    : hostname;

/** `dns.lookup` for net and tls, refusing the whole name when one of its addresses may not be dialled. */
const guardedLookup =
  (resolve: ResolveHost, policy: TargetPolicy): LookupFunction =>
  (hostname, { all, family }, callback) => {
    resolveAllowed(resolve, policy, hostname).then(
      (addresses) => {
        const wanted = addresses.filter((address) => !isFamily(family) || familyOf(address) === familyNumber(family));
        const [first] = wanted;
        if (first === undefined) callback(new TargetRefused('the name has no address'), '');
        else if (all === true)
          callback(
            null,
            wanted.map((address) => ({ address, family: familyOf(address) })),
          );
        else callback(null, first, familyOf(first));
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };

const resolveAllowed = async (resolve: ResolveHost, policy: TargetPolicy, hostname: string): Promise<string[]> => {
  const addresses = isLoopbackName(hostname, policy) ? ['127.0.0.1', '::1'] : await resolve(hostname);
  if (!addresses.every((address) => mayDial(address, policy))) throw new TargetRefused(refusedAddress);
  return addresses;
};

const isLoopbackName = (hostname: string, { allowInsecure }: TargetPolicy): boolean =>
  allowInsecure && hostname.replace(/\.$/, '') === 'localhost';

type Family = number | 'IPv4' | 'IPv6' | undefined;
const familyNumber = (family: Family): number => (family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0));
const isFamily = (family: Family): boolean => [4, 6].includes(familyNumber(family));
