import { parentPort } from 'node:worker_threads';
import { type DrawingJob, runDrawingJob } from './drawing-job.ts';
import type { WorkerAnswer } from './worker-pool.ts';

/** The thread of `createLabelDrawer`: a job in, the bytes of a PDF out. */
const answerOne = async (job: DrawingJob): Promise<void> => {
  try {
    // A copy in memory of its own: what is handed over may not be part of a buffer pool.
    const value = new Uint8Array(await runDrawingJob(job));
    const answer: WorkerAnswer = { ok: true, value };
    parentPort?.postMessage(answer, [value.buffer]);
  } catch (error) {
    const answer: WorkerAnswer = { ok: false, message: error instanceof Error ? error.message : String(error) };
    parentPort?.postMessage(answer);
  }
};

parentPort?.on('message', (job: DrawingJob) => {
  void answerOne(job);
});
