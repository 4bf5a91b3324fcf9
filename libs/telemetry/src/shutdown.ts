const flushes: (() => Promise<void>)[] = [];

export const onTelemetryShutdown = (flush: () => Promise<void>): void => {
  flushes.push(flush);
};

const patienceMs = 2_000;

/** Sends what exporters still hold, for at most two seconds; a collector that is down never keeps a process from ending. */
export const shutdownTelemetry = async (): Promise<void> => {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());
  await Promise.race([patience, Promise.allSettled(flushes.map((flush) => flush()))]);
};
