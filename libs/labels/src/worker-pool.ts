import { Worker } from 'node:worker_threads';
import { FreightError } from '@freight/contracts';

export type WorkerPoolOptions<Result> = {
  /** The worker's module; it answers each message it gets with one `WorkerAnswer`, in order. */
  file: URL;
  /** Reads what the worker answered; throws when it is not a result. */
  parse: (value: unknown) => Result;
  /** Threads at most; each is started when there is first work for it. */
  workers: number;
  /** Jobs that may wait for a thread. */
  queueLimit: number;
  /** From the call to the answer, waiting included. */
  timeoutMs: number;
};

export type WorkerAnswer = { ok: true; value: unknown } | { ok: false; message: string };

export type WorkerPool<Job, Result> = {
  /**
   * Runs one job. Throws FreightError: SERVICE_UNAVAILABLE when the queue is full or the pool closed, UPSTREAM_TIMEOUT
   * when it took too long, INTERNAL when the worker refused the job or died of it.
   */
  run: (job: Job) => Promise<Result>;
  /** Fails what is unfinished and ends the threads. */
  close: () => Promise<void>;
};

/**
 * Threads for work that would hold the event loop up. A job that takes too long is ended with its thread; that one, like
 * one that crashed, is replaced for the next job. An idle pool keeps no process alive.
 */
export const createWorkerPool = <Job, Result>(options: WorkerPoolOptions<Result>): WorkerPool<Job, Result> => {
  type Task = { job: Job; resolve: (result: Result) => void; reject: (error: FreightError) => void };
  type Thread = { worker: Worker; task: Task | undefined };
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let isClosed = false;

  const run = (job: Job): Promise<Result> => {
    if (isClosed) return Promise.reject(unavailable('closed'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const task: Task = { job, resolve, reject };
    waiting.push(task);
    dispatch();
    if (waiting.length > options.queueLimit) {
      waiting.pop();
      reject(unavailable('queue is full'));
      return promise;
    }
    const timer = setTimeout(() => expire(task), options.timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  };

  const dispatch = (): void => {
    while (waiting.length > 0) {
      const thread = idleThread();
      const task = thread === undefined ? undefined : waiting.shift();
      if (thread === undefined || task === undefined) return;
      try {
        thread.worker.postMessage(task.job);
        thread.worker.ref();
        thread.task = task;
      } catch (cause) {
        // What cannot be copied to a thread is the caller's bug; the thread stays free.
        task.reject(new FreightError('INTERNAL', { cause }));
      }
    }
  };

  const idleThread = (): Thread | undefined => {
    for (const thread of threads) if (thread.task === undefined) return thread;
    return threads.size < options.workers ? startThread() : undefined;
  };

  const startThread = (): Thread => {
    const thread: Thread = { worker: new Worker(options.file), task: undefined };
    threads.add(thread);
    let cause: unknown;
    thread.worker.on('message', (answer: WorkerAnswer) => {
      settle(thread, answer);
    });
    thread.worker.on('error', (error) => {
      cause = error;
    });
    thread.worker.on('exit', (code) => {
      threads.delete(thread);
      thread.task?.reject(new FreightError('INTERNAL', { cause: cause ?? new Error(`worker exited with ${code}`) }));
      thread.task = undefined;
      if (!isClosed) dispatch();
    });
    return thread;
  };

  const settle = (thread: Thread, answer: WorkerAnswer): void => {
    const { task } = thread;
    thread.task = undefined;
    thread.worker.unref();
    try {
      if (answer.ok) task?.resolve(options.parse(answer.value));
      else task?.reject(new FreightError('INTERNAL', { cause: new Error(answer.message) }));
    } catch (cause) {
      task?.reject(new FreightError('INTERNAL', { cause }));
    }
    dispatch();
  };

  const expire = (task: Task): void => {
    const place = waiting.indexOf(task);
    if (place >= 0) waiting.splice(place, 1);
    for (const thread of threads) {
      if (thread.task !== task) continue;
      // The thread cannot be told to stop; it no longer counts, so that the next job gets another at once.
      thread.task = undefined;
      threads.delete(thread);
      void thread.worker.terminate();
    }
    task.reject(new FreightError('UPSTREAM_TIMEOUT', { cause: new Error(`no answer in ${options.timeoutMs} ms`) }));
    dispatch();
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const task of waiting.splice(0)) task.reject(unavailable('closed'));
    await Promise.all(
      Array.from(threads, (thread) => {
        thread.task?.reject(unavailable('closed'));
        thread.task = undefined;
        return thread.worker.terminate();
      }),
    );
  };

  return { run, close };
};

const unavailable = (why: string): FreightError =>
  new FreightError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause: new Error(`worker pool: ${why}`) });
