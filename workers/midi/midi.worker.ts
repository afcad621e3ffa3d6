/** Reads MIDI files off the main thread: one request, one answer. */
import { beatOfScore } from '#features/instruments/domain/beat/midiBeat.ts';
import { MAX_MIDI_BYTES } from '#features/instruments/domain/midi/limits.ts';
import { readMidi } from '#features/instruments/domain/midi/midiScore.ts';
import { fragranceOfTake, takeOfScore } from '#features/instruments/domain/take/takeFragrance.ts';
import { codedError, toCodedError } from '#core/values/errors.ts';
import type { MidiAnswer, MidiRequest } from './midiProtocol.ts';

// The web worker library of TypeScript types `self` as any worker.
const scope = self as unknown as DedicatedWorkerGlobalScope;

async function bytesOf(file: Blob): Promise<Uint8Array> {
  try {
    // Read one byte more than the limit to detect a larger file without reading all of it.
    return new Uint8Array(await file.slice(0, MAX_MIDI_BYTES + 1).arrayBuffer());
  } catch (error) {
    throw codedError('unreadable', 'The file could not be read.', error);
  }
}

async function answerTo({ file, want, now }: MidiRequest): Promise<MidiAnswer> {
  const score = readMidi(await bytesOf(file));
  if (want === 'beat') return { kind: 'beat', value: beatOfScore(score) };
  return {
    kind: 'fragrance',
    value: { fragrance: fragranceOfTake(takeOfScore(score), new Date(now)), truncatedBy: score.truncatedBy },
  };
}

scope.addEventListener('message', (event: MessageEvent<MidiRequest>) => {
  answerTo(event.data)
    .catch((error: unknown): MidiAnswer => ({ kind: 'failed', error: toCodedError(error, 'midi_failed') }))
    .then((answer) => scope.postMessage(answer));
});
