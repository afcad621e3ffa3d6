import type { MidiBeat } from '#features/instruments/domain/beat/midiBeat.ts';
import { coded } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { MidiAnswer, MidiFragrance, MidiRequest } from '#workers/midi/midiProtocol.ts';

/** Reads a MIDI file in a worker that ends with the answer. */

/**
 * The fragrance of the notes in a MIDI file.
 * @throws a `MidiFailure` (workers/midi/midiProtocol.ts); the signal's reason when it ends the work
 */
export async function fragranceOfMidi(file: Blob, signal: AbortSignal): Promise<MidiFragrance> {
  const answer = await inWorker({ file, want: 'fragrance', now: Date.now() }, signal);
  if (answer.kind === 'fragrance') return answer.value;
  throw answer.kind === 'failed' ? answer.error : coded('midi_failed', `The worker answered with a ${answer.kind}.`);
}

/** The beat in a MIDI file. @throws as {@link fragranceOfMidi} */
export async function beatOfMidi(file: Blob, signal: AbortSignal): Promise<MidiBeat> {
  const answer = await inWorker({ file, want: 'beat', now: Date.now() }, signal);
  if (answer.kind === 'beat') return answer.value;
  throw answer.kind === 'failed' ? answer.error : coded('midi_failed', `The worker answered with a ${answer.kind}.`);
}

async function inWorker(request: MidiRequest, signal: AbortSignal): Promise<MidiAnswer> {
  const scope = new Scope();
  try {
    return await new Promise<MidiAnswer>((resolve, reject) => {
      signal.throwIfAborted();
      const failed = (message: string) => reject(coded('midi_failed', message));
      scope.listen(signal, 'abort', () => reject(signal.reason as Error));
      const worker = new Worker(new URL('../../../../../../workers/midi/midi.worker.ts', import.meta.url), {
        type: 'module',
      });
      scope.add(() => worker.terminate());
      scope.listen<ErrorEvent>(worker, 'error', ({ message }) => failed(message));
      scope.listen(worker, 'messageerror', () => failed('A message of the worker could not be read.'));
      scope.listen<MessageEvent<MidiAnswer>>(worker, 'message', ({ data }) => resolve(data));
      worker.postMessage(request);
    });
  } finally {
    scope.dispose();
  }
}
