/**
 * The address a request came from, for limits and never for trust. Each proxy appends the address it saw to X-Forwarded-For, so
 * with N proxies of our own in front the Nth entry from the right is the first one that nobody outside could have written.
 */
export const clientAddress = (
  connectionAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxyHops: number,
): string => {
  const own = connectionAddress ?? 'unknown';
  if (trustedProxyHops === 0 || forwardedFor === null) return own;
  const seen = forwardedFor.split(',').map((entry) => entry.trim());
  return seen.at(-trustedProxyHops) ?? seen.at(0) ?? own;
};
