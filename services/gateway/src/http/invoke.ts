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
    const [status, output] =
      result instanceof StatusAnswer ? [result.status, result.output] : [operation.http?.status ?? 200, result];
    return { status, body: Buffer.from(JSON.stringify(output ?? null)) };
  };
};
