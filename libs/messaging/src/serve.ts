import { FreightError, type Operation, operationSubject } from '@freight/contracts';
import { durationHistogram, type Logger, runWithTrace } from '@freight/telemetry';
import { headers, type Msg, type MsgHdrs, type Subscription } from 'nats';
import { type Bus, internalsOf } from './bus.ts';
import { answerDiscovery, createEndpointStats, type EndpointStats } from './discovery.ts';
import { asFreightError, encodeFault } from './fault.ts';
import { type FileAnswer, type Implementation, isFileAnswer, StatusAnswer } from './implement.ts';
import { assertContractKept } from './output-check.ts';
import { isTooLarge } from './replies.ts';
import {
  contentTypeHeader,
  decodeRequest,
  fieldOf,
  fileNameHeader,
  nextPieceHeader,
  type RequestEnvelope,
  statusHeader,
  stringOf,
} from './wire.ts';

export type ServeOptions = {
  log: Logger;
  /** Requests handled at one time; beyond it callers get SERVICE_UNAVAILABLE. Default 256. */
  maxInFlight?: number;
  /** Check every answer against the contract: in tests and development, since it costs as much as the answer. Default false. */
  checkOutput?: boolean;
};

export type Served = {
  inFlight: () => number;
  /** Takes no more requests and resolves when the last one is answered. */
  drain: () => Promise<void>;
};

const defaultMaxInFlight = 256;

const observeDuration = durationHistogram('freight_operation_duration', {
  description: 'Time a service took to answer an operation, by operation and outcome',
});

/**
 * Answers operations of one service, together with its replicas: each request goes to one of them.
 *
 * @example const served = serve(bus, [getWallet, reserveFunds], deps, { log });
 */
export const serve = <Deps>(
  bus: Bus,
  implementations: readonly Implementation<Deps>[],
  deps: Deps,
  { log, maxInFlight = defaultMaxInFlight, checkOutput = false }: ServeOptions,
): Served => {
  const { nc, losses, settled } = internalsOf(bus);
  const running = new Set<Promise<void>>();
  let draining = false;

  const take = (implementation: Implementation<Deps>, stats: EndpointStats, request: Msg): void => {
    if (draining || running.size >= maxInFlight) {
      respond(request, faultReply(new FreightError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })));
      return;
    }
    const work = answer(implementation, stats, request).finally(() => running.delete(work));
    running.add(work);
  };

  const answer = async (implementation: Implementation<Deps>, stats: EndpointStats, request: Msg): Promise<void> => {
    const { operation } = implementation;
    const startedAt = performance.now();
    const lossesBefore = losses();
    const envelope = decodeRequest(request.data);
    await runWithTrace(envelope.traceparent, async () => {
      let reply: Reply;
      let fault: FreightError | undefined;
      try {
        const result = await implementation.run(deps, envelope.context, envelope.input);
        reply = successReply(operation, result, checkOutput);
      } catch (error) {
        fault = asFreightError(error);
        reply = faultReply(fault);
      }
      // An answer written while its caller is still reconnecting reaches nobody, so it waits as long as the caller may.
      if (losses() !== lossesBefore || !bus.isConnected()) await settled(operation.timeoutMs);
      const refused = respond(request, reply);
      fault ??= refused;
      const durationMs = performance.now() - startedAt;
      stats.record(durationMs, fault?.code);
      observeDuration(durationMs / 1000, { operation: operation.name, outcome: fault?.code ?? 'OK' });
      logOutcome(log, operation, envelope, durationMs, fault);
    });
  };

  const endpoints = implementations.map((implementation) => {
    const { operation } = implementation;
    const stats = createEndpointStats(operation);
    const subscription = nc.subscribe(operationSubject(operation), {
      queue: operation.service,
      callback: (error, request) => {
        if (error === null) take(implementation, stats, request);
        else log.fatal({ err: error, operation: operation.name }, 'operation cannot be served');
      },
    });
    return { stats, subscription };
  });
  const discovery = answerDiscovery(
    nc,
    bus.service,
    endpoints.map(({ stats }) => stats),
  );
  const subscriptions: Subscription[] = [...discovery, ...endpoints.map(({ subscription }) => subscription)];

  return {
    inFlight: () => running.size,
    drain: async () => {
      // Draining a subscription hands over what the server had already sent to it, so requests are still taken meanwhile.
      await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
      draining = true;
      await Promise.allSettled(running);
    },
  };
};

type Reply = { body: Uint8Array | string; headers?: MsgHdrs };

const successReply = (operation: Operation, result: unknown, checkOutput: boolean): Reply => {
  const [status, output] = result instanceof StatusAnswer ? [result.status, result.output] : [undefined, result];
  if (isFileAnswer(output)) return fileReply(output);
  const body = JSON.stringify(output ?? null);
  if (checkOutput) assertContractKept(operation, body);
  if (status === undefined) return { body };
  const statusHeaders = headers();
  statusHeaders.set(statusHeader, String(status));
  return { body, headers: statusHeaders };
};

const fileReply = ({ bytes, contentType, fileName, next }: FileAnswer): Reply => {
  const fileHeaders = headers();
  fileHeaders.set(contentTypeHeader, contentType);
  fileHeaders.set(fileNameHeader, encodeURIComponent(fileName));
  if (next !== undefined) fileHeaders.set(nextPieceHeader, next);
  return { body: bytes, headers: fileHeaders };
};

const faultReply = (error: FreightError): Reply => encodeFault(error);

/** Sends a reply; gives the error that was sent instead when the answer was larger than the bus carries. */
const respond = (request: Msg, reply: Reply): FreightError | undefined => {
  try {
    request.respond(reply.body, reply.headers === undefined ? {} : { headers: reply.headers });
    return undefined;
  } catch (error) {
    // A closed connection cannot carry the news either; the caller meets its deadline.
    if (!isTooLarge(error)) return asFreightError(error);
    const fault = new FreightError('INTERNAL', { cause: error });
    return respond(request, faultReply(fault)) ?? fault;
  }
};

const logOutcome = (
  log: Logger,
  operation: Operation,
  { context }: RequestEnvelope,
  durationMs: number,
  fault: FreightError | undefined,
): void => {
  const line = {
    operation: operation.name,
    requestId: stringOf(fieldOf(context, 'requestId')),
    organizationId: stringOf(fieldOf(context, 'organizationId')),
    durationMs: Math.round(durationMs * 10) / 10,
    outcome: fault?.code ?? 'OK',
  };
  if (fault === undefined) log.info(line, 'handled');
  else if (fault.status < 500) log.info({ ...line, errors: fault.errors }, fault.message);
  else log.error({ ...line, err: fault }, fault.message);
};
