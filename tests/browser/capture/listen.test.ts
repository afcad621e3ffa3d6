import { expect, it } from 'vitest';
import { listen } from '#ear/page/listen.ts';
import captureWorklet from '#ear/worklets/capture.worklet.ts?worker&url';
import { startAnalysisWorker } from '#features/create/audio/analysis/analysisClient.ts';

it('ends with the code `died` when the worker was terminated before its answer', async () => {
  const context = new AudioContext();
  const worker = startAnalysisWorker();
  try {
    const node = new OscillatorNode(context);
    // It listens before it is terminated: a worker on a busy machine takes seconds to start.
    const listening = await listen(node, { worker, worklet: captureWorklet, onUpdate: () => undefined });
    worker.terminate();
    await expect(listening.finish()).rejects.toMatchObject({ cause: { code: 'died' } });
    await expect(listening.finish()).rejects.toMatchObject({ cause: { code: 'protocol' } });
  } finally {
    worker.terminate();
    await context.close();
  }
});
