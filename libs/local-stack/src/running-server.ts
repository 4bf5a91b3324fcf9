import { ephemeralDirectory } from './ephemeral-directory.ts';
import type { ProcessSpec } from './supervisor/process-spec.ts';
import { supervise } from './supervisor/supervise.ts';

/** Where a server keeps its data: in a directory of the caller's, or in a temporary one that is removed on stop. */
export type ServerPlace =
  | { readonly dataDirectory: string; readonly ephemeral?: false }
  | { readonly dataDirectory?: never; readonly ephemeral: true };

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  /** Everything the server has written. */
  readonly logFile: string;
  /** Undefined in the moment between its death and its restart. */
  pid(): number | undefined;
  /** Resolves when no process of it is left, and, if it was ephemeral, no file. */
  stop(): Promise<void>;
}

/** Runs one server under a supervisor of its own, so that it is started again should it die. */
export async function runServer<Spec extends ProcessSpec & { readonly url: string }>(
  place: ServerPlace,
  log: ((line: string) => void) | undefined,
  makeSpec: (dataDirectory: string) => Promise<Spec>,
): Promise<RunningServer & { readonly spec: Spec }> {
  const temporary = place.ephemeral === true ? await ephemeralDirectory() : undefined;
  const dataDirectory = temporary?.path ?? place.dataDirectory;
  if (dataDirectory === undefined) throw new Error('a server needs a dataDirectory, or must be ephemeral');
  const made = Promise.withResolvers<Spec>();
  try {
    const supervisor = await supervise(
      async () => {
        const spec = await makeSpec(dataDirectory);
        made.resolve(spec);
        return [spec];
      },
      { dataDirectory, ...(log && { log }) },
    );
    const spec = await made.promise;
    const stop = async () => {
      await supervisor.stop();
      await temporary?.remove();
    };
    return {
      spec,
      url: spec.url,
      logFile: `${dataDirectory}/logs/${spec.name}.log`,
      pid: () => supervisor.status()[0]?.pid,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await temporary?.remove();
    throw error;
  }
}
