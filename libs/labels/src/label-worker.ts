import { parentPort } from 'node:worker_threads';
import { drawLabels } from './draw-labels.ts';
import type { LabelContent } from './label-content.ts';
import type { WorkerAnswer } from './worker-pool.ts';

/** The thread of `createLabelDrawer`: labels in, the bytes of a PDF out. */
const answerOne = async (labels: readonly LabelContent[]): Promise<void> => {
  try {
    // A copy in memory of its own: what is handed over may not be part of a buffer pool.
    const value = new Uint8Array(await drawLabels(labels));
    const answer: WorkerAnswer = { ok: true, value };
    parentPort?.postMessage(answer, [value.buffer]);
  } catch (error) {
    const answer: WorkerAnswer = { ok: false, message: error instanceof Error ? error.message : String(error) };
    parentPort?.postMessage(answer);
  }
};

parentPort?.on('message', (labels: readonly LabelContent[]) => {
  void answerOne(labels);
});
