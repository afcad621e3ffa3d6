import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fragranceOfMidi } from '../../../src/features/instruments/audio/midi/file/midiReader.ts';
import { levelAt } from '../../../src/features/instruments/domain/beat/beat.ts';
import { beatMaker } from '../../../src/features/instruments/state/beat/beatMaker.ts';
import { importBeat } from '../../../src/features/instruments/state/beat/beatFile.ts';
import { fragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { openArrival } from '../../../src/features/listen/state/opening/arrivals.ts';
import { onNotice, type Notice } from '../../../src/core/shell/notices.ts';
import { ascii, blackMidi, END, file, header, melody, track } from '../../fixtures/midiBytes.ts';

const midi = (bytes: Uint8Array<ArrayBuffer>, name = 'song.mid'): File => new File([bytes], name);
const DRUMS = track(melody([36, 38, 36, 38], 9), END);
const SONG = file(header(), track(melody([60, 64, 67]), END));

describe('a MIDI file', () => {
  let notices: Notice[] = [];
  let unsubscribe = (): void => {};
  beforeEach(() => {
    unsubscribe = onNotice((notice) => notices.push(notice));
    notices = [];
  });
  afterEach(() => unsubscribe());
  const titles = (): string[] => notices.map(({ title }) => title);

  it('is read in a worker, which ends with the answer', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    const { fragrance: made, cut } = await fragranceOfMidi(midi(SONG), new AbortController().signal);
    expect([made.musicEssence, cut]).toEqual([['C4', 'E4', 'G4'], null]);
    expect(terminate).toHaveBeenCalledTimes(1);
    terminate.mockRestore();
  });

  it('of four megabytes of black MIDI is a fragrance of its first notes', async () => {
    const { fragrance: made, cut } = await fragranceOfMidi(
      midi(blackMidi(4 * 1024 * 1024)),
      new AbortController().signal,
    );
    expect([made.musicEssence.length, cut]).toEqual([8, 'notes']);
  });

  it('is given up with its signal, and the worker with it', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    const abort = new AbortController();
    const reading = fragranceOfMidi(midi(blackMidi(4 * 1024 * 1024)), abort.signal);
    abort.abort(new Error('Another file'));
    await expect(reading).rejects.toThrow('Another file');
    expect(terminate).toHaveBeenCalledTimes(1);
    await expect(fragranceOfMidi(midi(SONG), abort.signal)).rejects.toThrow('Another file');
    terminate.mockRestore();
  });

  it('that arrives is opened by its bytes, wrapped or not; what holds nothing is told', async () => {
    const paths: string[] = [];
    const open = (bytes: Uint8Array<ArrayBuffer>) =>
      openArrival([midi(bytes, 'no ending')], (path) => paths.push(path));
    await open(file(ascii('RIFF'), [0, 0, 0, 0], ascii('RMIDdata'), [SONG.length, 0, 0, 0], [...SONG]));
    expect([paths, fragrance.current!.musicEssence]).toEqual([['/results'], ['C4', 'E4', 'G4']]);
    await open(file(header(), track(END)));
    await open(file(header(), DRUMS));
    await open(file(header(), Array(30).fill(7)));
    expect([paths.length, titles()]).toEqual([
      1,
      [
        'This MIDI file holds no notes.',
        'This MIDI file holds only drums.',
        'This is not a MIDI file that can be read.',
      ],
    ]);
  });

  it('of drums becomes pads in the beat maker, and drums beside notes are left out in words', async () => {
    await importBeat(midi(file(header(), DRUMS)));
    expect(beatMaker.beat.notes).toEqual(['C3', 'D3']);
    expect([0, 2, 4, 6].map((step) => levelAt(beatMaker.beat, step % 4 === 0 ? 'C3' : 'D3', step) > 0)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await importBeat(midi(file(header(), DRUMS, track(melody([60, 64, 67]), END))));
    expect(beatMaker.beat.notes).toEqual(['C4', 'E4', 'G4']);
    expect(notices.map(({ description }) => description)).toEqual([
      '4 drum strikes found their pad: each drum became a note.',
      '3 notes found their pad. 4 drum strikes are left out.',
    ]);
  });

  it('that holds no notes or is none leaves the beat as it was', async () => {
    const { beat } = beatMaker;
    await importBeat(midi(file(header(), track()), 'empty.mid'));
    await importBeat(midi(file(ascii('<!doctype html>')), 'page.mid'));
    expect(titles()).toEqual(['No notes in this file', 'Not a MIDI file']);
    expect(beatMaker.beat).toBe(beat);
  });

  it('that is asked for last is the one that counts', async () => {
    await Promise.all([importBeat(midi(blackMidi(1024 * 1024))), importBeat(midi(SONG))]);
    expect(beatMaker.beat.notes).toEqual(['C4', 'E4', 'G4']);
    expect(titles()).toEqual(['Beat imported']);
  });
});
