import { parentPort, threadId } from 'node:worker_threads';

/** A worker that does as it is told; `hang` holds its thread for good, as a bug would. */
parentPort?.on('message', (job: 'thread' | 'crash' | 'exit' | 'hang' | 'refuse' | 'nonsense') => {
  switch (job) {
    case 'thread':
      parentPort?.postMessage({ ok: true, value: `thread ${threadId}` });
      break;
    case 'crash':
      throw new Error('out of ink');
    case 'exit':
      process.exit(3);
      break;
    case 'hang':
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    case 'refuse':
      parentPort?.postMessage({ ok: false, message: 'not a label' });
      break;
    case 'nonsense':
      parentPort?.postMessage({ ok: true, value: 7 });
      break;
  }
});
