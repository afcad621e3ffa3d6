import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { INITIAL_BEAT } from '#features/instruments/domain/beat/beat.ts';
import type { MidiBeat } from '#features/instruments/domain/beat/midiBeat.ts';
import { importBeat } from '#features/instruments/state/beat/beatFile.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { fragranceInMidi } from '#features/instruments/state/midi/fragranceInMidi.ts';
import type { MidiAnswer, MidiFailure } from '#workers/midi/midiProtocol.ts';

/** The worker that reads a MIDI file, as the page uses it. */
function workerAnswers(answer: MidiAnswer): void {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(): void {
        queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: answer })));
      }
      terminate(): void {}
    },
  );
}
const workerFails = (code: MidiFailure['code']): void =>
  workerAnswers({ kind: 'failed', error: { code, message: '' } });

const SONG_FILE = new File(['MThd'], 'song.mid');
let notices: Notice[] = [];
let stopListening: () => void;
beforeEach(() => {
  stopListening = onNotice((notice) => notices.push(notice));
  // Drops the notices of earlier files, which had no listener.
  notices = [];
});
afterEach(() => {
  stopListening();
  vi.unstubAllGlobals();
});

describe('a MIDI file that cannot be read', () => {
  it.each([
    ['no_notes', 'This MIDI file holds no notes.', 'No notes in this file'],
    ['only_drums', 'This MIDI file holds only drums.', 'Not a MIDI file'],
    ['not_midi', 'This is not a MIDI file that can be read.', 'Not a MIDI file'],
    ['too_large', 'This MIDI file is too large.', 'This MIDI file is too large.'],
    ['unreadable', 'This file cannot be read.', 'This file cannot be read.'],
    ['midi_failed', 'This MIDI file could not be opened.', 'This MIDI file could not be opened.'],
  ] as const)('(%s) shows a message, and leaves the beat unchanged', async (code, ofFragrance, ofBeat) => {
    const { beat } = beatMaker;
    workerFails(code);
    expect(await fragranceInMidi(SONG_FILE)).toBeNull();
    await importBeat(SONG_FILE);
    expect(notices.map(({ title }) => title)).toEqual([ofFragrance, ofBeat]);
    expect(beatMaker.beat).toBe(beat);
  });
});

it.each<[Partial<MidiBeat>, string]>([
  [{ placed: 4, drums: { strikes: 4, became: 'pads' } }, '4 drum strikes found their pad: each drum became a note.'],
  [{ placed: 3, drums: { strikes: 1, became: 'left out' } }, '3 notes found their pad. 1 drum strike is left out.'],
  [{ left: 9, more: true }, '3 notes found their pad. At least 9 more lie outside the 32 steps and 12 rows.'],
])('a beat from a file shows how many notes have no pad: %j', async (read, words) => {
  const value = {
    beat: INITIAL_BEAT,
    placed: 3,
    left: 0,
    drums: { strikes: 0, became: 'left out' },
    more: false,
    ...read,
  };
  workerAnswers({ kind: 'beat', value: value as MidiBeat });
  await importBeat(SONG_FILE);
  expect(notices).toMatchObject([{ title: 'Beat imported', description: words }]);
});
