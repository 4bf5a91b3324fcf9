import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const pools: WorkerPool<string, string>[] = [];
const pool = (options: Partial<WorkerPoolOptions<string>> = {}): WorkerPool<string, string> => {
  const made = createWorkerPool<string, string>({
    file: new URL('./worker-pool.fixture.ts', import.meta.url),
    parse: (value) => {
      if (typeof value !== 'string') throw new TypeError('not text');
      return value;
    },
    workers: 1,
    queueLimit: 10,
    timeoutMs: 20_000,
    ...options,
  });
  pools.push(made);
  return made;
};

afterEach(async () => {
  await Promise.all(pools.splice(0).map((one) => one.close()));
});

describe('a pool of worker threads', () => {
  it('runs jobs one after another on a thread it keeps', async () => {
    const { run } = pool();
    const answers = await Promise.all([run('thread'), run('thread'), run('thread')]);
    expect(new Set(answers).size).toBe(1);
  });

  it.each(['crash', 'exit'])('replaces a thread that died (%s), failing only the job it had', async (death) => {
    const { run } = pool();
    const before = await run('thread');
    const [killed, queued] = await Promise.allSettled([run(death), run('thread')]);
    expect(killed).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } });
    expect(queued.status).toBe('fulfilled');
    expect(await run('thread')).not.toBe(before);
  });

  it('ends a job that hangs, and its thread, in time for the next job', async () => {
    const { run } = pool({ timeoutMs: 3_000 });
    const before = await run('thread');
    await expect(run('hang')).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(await run('thread')).not.toBe(before);
  });

  it('gives up on a job that waits too long for a thread', async () => {
    const { run } = pool({ timeoutMs: 500 });
    const both = await Promise.allSettled([run('hang'), run('thread')]);
    expect(both).toMatchObject([{ reason: { code: 'UPSTREAM_TIMEOUT' } }, { reason: { code: 'UPSTREAM_TIMEOUT' } }]);
  });

  it('refuses what its queue cannot hold', async () => {
    const { run, close } = pool({ queueLimit: 1 });
    const taken = Promise.allSettled([run('hang'), run('hang')]);
    await expect(run('thread')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await close();
    await taken;
  });

  it('passes a refusal of the worker on, and refuses an answer that is none', async () => {
    const { run } = pool();
    await expect(run('refuse')).rejects.toMatchObject({ code: 'INTERNAL', cause: new Error('not a label') });
    await expect(run('nonsense')).rejects.toMatchObject({ code: 'INTERNAL', cause: new TypeError('not text') });
  });

  it('fails what is unfinished when it closes, and what comes after', async () => {
    const { run, close } = pool();
    const unfinished = Promise.allSettled([run('hang'), run('thread')]);
    await close();
    expect(await unfinished).toMatchObject([
      { reason: { code: 'SERVICE_UNAVAILABLE' } },
      { reason: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    await expect(run('thread')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
