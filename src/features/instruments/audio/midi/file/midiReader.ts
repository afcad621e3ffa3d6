import type { MidiBeat } from '#features/instruments/domain/beat/midiBeat.ts';
import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { MidiAnswer, MidiFragrance, MidiRequest } from '#workers/midi/midiProtocol.ts';

/** Reads a MIDI file in a worker, and ends the worker after its answer. */

/**
 * The fragrance of the notes in a MIDI file.
 * @throws a `MidiFailure` (workers/midi/midiProtocol.ts); the signal's reason when it ends the work
 */
export const fragranceOfMidi = (file: Blob, signal: AbortSignal): Promise<MidiFragrance> =>
  read(file, 'fragrance', signal);

/** The beat in a MIDI file. @throws as {@link fragranceOfMidi} */
export const beatOfMidi = (file: Blob, signal: AbortSignal): Promise<MidiBeat> => read(file, 'beat', signal);

async function read<Value>(file: Blob, want: MidiRequest['want'], signal: AbortSignal): Promise<Value> {
  const answer = await inWorker({ file, want, now: Date.now() }, signal);
  if (answer.kind === 'failed') throw answer.error;
  return answer.value as Value;
}

async function inWorker(request: MidiRequest, signal: AbortSignal): Promise<MidiAnswer> {
  const scope = new Scope();
  try {
    return await new Promise<MidiAnswer>((resolve, reject) => {
      signal.throwIfAborted();
      const rejectWith = (message: string) => reject(codedError('midi_failed', message));
      scope.listen(signal, 'abort', () => reject(signal.reason as Error));
      const worker = new Worker(new URL('../../../../../../workers/midi/midi.worker.ts', import.meta.url), {
        type: 'module',
      });
      scope.add(() => worker.terminate());
      scope.listen<ErrorEvent>(worker, 'error', ({ message }) => rejectWith(message));
      scope.listen(worker, 'messageerror', () => rejectWith('A message of the worker could not be read.'));
      scope.listen<MessageEvent<MidiAnswer>>(worker, 'message', ({ data }) => resolve(data));
      worker.postMessage(request);
    });
  } finally {
    scope.dispose();
  }
}
