import type { CallContext, Operation } from '@freight/contracts';
import { type Bus, callRaw, type Implementation, type RawAnswer, StatusAnswer } from '@freight/messaging';

/** Runs an operation with parsed input, wherever it is served. */
export type Invoke = (operation: Operation, context: CallContext, input: unknown) => Promise<RawAnswer>;

/** The gateway's own operations run here, without a round trip to itself; all others over the bus. */
export const createInvoke = <Deps>(bus: Bus, own: readonly Implementation<Deps>[], deps: Deps): Invoke => {
  const ownByName = new Map(own.map((implementation) => [implementation.operation.name, implementation]));
  return async (operation, context, input) => {
    const implementation = ownByName.get(operation.name);
    if (implementation === undefined) return callRaw(bus, operation, context, input);
    const result = await implementation.run(deps, context, input);
    if (isStatusAnswer(result)) return { status: result.status, body: encode(result.output) };
    return { status: operation.http?.status ?? 200, body: encode(result) };
  };
};

const isStatusAnswer = (result: unknown): result is StatusAnswer<unknown> => result instanceof StatusAnswer;

const encode = (output: unknown): Uint8Array => Buffer.from(JSON.stringify(output ?? null));
