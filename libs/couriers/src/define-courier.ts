import { type CourierCode, courierTable } from '@freight/contracts';
import { accountKey } from './account-key.ts';
import type { CourierHttpRequest, CourierReply } from './call-courier.ts';
import type { CourierCapabilities, CourierOperation } from './capabilities.ts';
import type { CourierAccount, CourierAdapter, CourierConnection, CourierPush } from './courier.ts';
import { type Outcome, type Refused, refused, type Unknown } from './outcome.ts';
import { refuseBooking, refuseFind, refuseNdr } from './refuse-unsupported.ts';
import type { PushParsed } from './scan.ts';
import type { TokenOutcome } from './token-cache.ts';

/** What a courier's folder provides; `defineCourier` makes an adapter of it. */
export type CourierDefinition = {
  courier: CourierCode;
  capabilities: CourierCapabilities;
  auth: CourierAuth;
  /** An operation that is left out is refused as NOT_SUPPORTED. */
  operations: { [Name in CourierOperation]?: Operation<RequestOf<Name>, ValueOf<Name>> };
  isAuthenticPush: (push: CourierPush, account: CourierAccount) => boolean;
  readPush: (rawBody: Uint8Array) => PushParsed;
};

/** Either headers from the credentials alone, or a token that is fetched, cached and fetched anew after a 401. */
export type CourierAuth =
  | { kind: 'static'; headers(account: CourierAccount): Record<string, string> }
  | {
      kind: 'token';
      request(account: CourierAccount): CourierDraft;
      parse(reply: CourierReply, now: number): TokenOutcome;
      headers(account: CourierAccount, token: string): Record<string, string>;
      /** Which calls carry the token; all by default. The others bring their own credentials, or need none. */
      isFor?: (draft: CourierDraft) => boolean;
      /** How the courier says that the token has run out; HTTP 401 by default. */
      isExpired?: (reply: CourierReply) => boolean;
    };

/** An HTTP request as a courier's pure function makes it; the session adds what all have in common. */
export type CourierDraft = Pick<
  CourierHttpRequest,
  'method' | 'baseUrl' | 'path' | 'query' | 'headers' | 'body' | 'isRead'
>;

export type CourierSession = {
  account: CourierAccount;
  send: (draft: CourierDraft) => Promise<CourierReply | Refused | Unknown>;
};

export type Operation<Request, Value> = (session: CourierSession, request: Request) => Promise<Outcome<Value>>;

type RequestOf<Name extends CourierOperation> = Parameters<CourierAdapter[Name]>[1];
type ValueOf<Name extends CourierOperation> =
  Awaited<ReturnType<CourierAdapter[Name]>> extends Outcome<infer Value> ? Value : never;

/** An operation of one exchange: our request → theirs, their answer → ours. */
export const oneExchange =
  <Request, Value>(pair: {
    request(account: CourierAccount, request: Request): CourierDraft | Refused;
    parse(reply: CourierReply, request: Request): Outcome<Value>;
  }): Operation<Request, Value> =>
  async ({ account, send }, request) => {
    const draft = pair.request(account, request);
    if ('kind' in draft) return draft;
    const reply = await send(draft);
    return reply.kind === 'answered' ? pair.parse(reply, request) : reply;
  };

/** Makes the adapter: refusals of what is not offered, authentication, rate limits, and one observation per operation. */
export const defineCourier = (definition: CourierDefinition): CourierAdapter => {
  const { courier, capabilities, operations } = definition;

  const run = async <Request, Value>(
    name: CourierOperation,
    operation: Operation<Request, Value> | undefined,
    connection: CourierConnection,
    request: Request,
    refusal?: Refused,
  ): Promise<Outcome<Value>> => {
    if (refusal !== undefined) return refusal;
    if (operation === undefined)
      return refused('NOT_SUPPORTED', `${courierTable[courier].name} does not offer ${name}`);
    const startedAt = performance.now();
    const outcome = await operation(createSession(definition, name, connection), request);
    const reason = outcome.kind === 'refused' ? outcome.reason : undefined;
    const durationMs = performance.now() - startedAt;
    const account = accountKey(connection.account);
    connection.caller.observe({ courier, account, operation: name, outcome: outcome.kind, reason, durationMs });
    return outcome;
  };

  return {
    courier,
    capabilities,
    serviceability: (to, request) => run('serviceability', operations.serviceability, to, request),
    prefetchAwb: (to, request) => run('prefetchAwb', operations.prefetchAwb, to, request),
    book: (to, request) => run('book', operations.book, to, request, refuseBooking(courier, capabilities, request)),
    findByReference: (to, request) =>
      run('findByReference', operations.findByReference, to, request, refuseFind(courier, capabilities, request)),
    cancel: (to, request) => run('cancel', operations.cancel, to, request),
    track: (to, request) => run('track', operations.track, to, request, refuseBatch(capabilities, request.awbs)),
    label: (to, request) => run('label', operations.label, to, request),
    requestPickup: (to, request) => run('requestPickup', operations.requestPickup, to, request),
    ndrAction: (to, request) =>
      run('ndrAction', operations.ndrAction, to, request, refuseNdr(courier, capabilities, request)),
    ndrResult: (to, request) => run('ndrResult', operations.ndrResult, to, request),
    proofOfDelivery: (to, request) => run('proofOfDelivery', operations.proofOfDelivery, to, request),
    parsePush: (push, account) =>
      definition.isAuthenticPush(push, account) ? definition.readPush(push.rawBody) : { kind: 'unauthenticated' },
    readPush: definition.readPush,
  };
};

const refuseBatch = (capabilities: CourierCapabilities, awbs: readonly string[]): Refused | undefined =>
  awbs.length >= 1 && awbs.length <= capabilities.trackBatchSize
    ? undefined
    : refused('INVALID_REQUEST', `track takes 1 to ${capabilities.trackBatchSize} AWBs`);

/** Sends for one operation of one account: credentials are added here and nowhere else. */
const createSession = (
  definition: CourierDefinition,
  operation: CourierOperation,
  { account, caller, requestId }: CourierConnection,
): CourierSession => {
  const { auth } = definition;
  // The sandbox has no limits of its own, and a load test should not meet those of the real courier.
  const limits = account.settings?.['rateLimits'] === 'off' ? {} : definition.capabilities.rateLimits;
  const exchange = (draft: CourierDraft, credentials: Record<string, string>) =>
    caller.send(account, {
      ...draft,
      operation,
      headers: { ...(requestId === undefined ? {} : { 'x-request-id': requestId }), ...credentials, ...draft.headers },
      rateLimit: limits[operation],
    });
  if (auth.kind === 'static') return { account, send: (draft) => exchange(draft, auth.headers(account)) };

  const login = async (): Promise<TokenOutcome> => {
    const reply = await exchange(auth.request(account), {});
    return reply.kind === 'answered' ? auth.parse(reply, Date.now()) : reply;
  };
  const attempt = async (draft: CourierDraft): Promise<{ reply: CourierReply | Refused | Unknown; token?: string }> => {
    const token = await caller.tokens.get(account, login);
    // Without a token the call itself was never sent, whatever became of the login.
    if (token.kind === 'unknown') return { reply: refused('UNAVAILABLE', `no login at the courier (${token.cause})`) };
    if (token.kind === 'refused') return { reply: token };
    return { reply: await exchange(draft, auth.headers(account, token.value.value)), token: token.value.value };
  };
  const isExpired = auth.isExpired ?? (({ status }: CourierReply) => status === 401);
  const send: CourierSession['send'] = async (draft) => {
    if (auth.isFor?.(draft) === false) return exchange(draft, {});
    const first = await attempt(draft);
    if (first.token === undefined || first.reply.kind !== 'answered' || !isExpired(first.reply)) return first.reply;
    // A refused token did nothing, so even a booking may be sent again with a fresh token.
    caller.tokens.drop(account, first.token);
    return (await attempt(draft)).reply;
  };
  return { account, send };
};
