import { afterEach, expect, it, vi } from 'vitest';
import { listen } from '#analysis/page/listen.ts';
import captureWorklet from '#worklets/capture.worklet.ts?worker&url';

afterEach(() => void vi.useRealTimers());

it('listen ends with the code `died` when the worker was terminated before its answer', async () => {
  const context = new AudioContext();
  // It answers every call with success, as Comlink does.
  const answers = 'onmessage = ({ data }) => postMessage({ id: data.id, type: "RAW", value: { ok: true } })';
  const worker = new Worker(URL.createObjectURL(new Blob([answers])));
  try {
    const node = new OscillatorNode(context);
    const listening = await listen(node, { worker, worklet: captureWorklet, onUpdate: () => undefined });
    worker.terminate();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const finished = listening.finish();
    finished.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await expect(finished).rejects.toMatchObject({ cause: { code: 'died' } });
    await expect(listening.finish()).rejects.toMatchObject({ cause: { code: 'protocol' } });
  } finally {
    worker.terminate();
    await context.close();
  }
});
