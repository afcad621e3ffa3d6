import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fragranceOfMidi } from '#features/instruments/audio/midi/file/midiReader.ts';
import { levelAt } from '#features/instruments/domain/beat/beat.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { importBeat } from '#features/instruments/state/beat/beatFile.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { openArrival } from '#features/create/state/opening/sharedFiles.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { END, file, header, melody, track } from '#tests/fixtures/midiBytes.ts';

const midi = (bytes: Uint8Array<ArrayBuffer>, name = 'song.mid'): File => new File([bytes], name);
const DRUM_TRACK = track(melody([36, 38, 36, 38], 9), END);
const SONG_FILE = file(header(), track(melody([60, 64, 67]), END));

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
    const { fragrance: made, truncatedBy } = await fragranceOfMidi(midi(SONG_FILE), new AbortController().signal);
    expect([made.musicEssence, truncatedBy]).toEqual([['C4', 'E4', 'G4'], null]);
    expect(terminate).toHaveBeenCalledTimes(1);
    terminate.mockRestore();
  });

  it('is cancelled by its signal, together with its worker', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    const abort = new AbortController();
    const reading = fragranceOfMidi(midi(SONG_FILE), abort.signal);
    abort.abort(new Error('Another file'));
    await expect(reading).rejects.toThrow('Another file');
    expect(terminate).toHaveBeenCalledTimes(1);
    await expect(fragranceOfMidi(midi(SONG_FILE), abort.signal)).rejects.toThrow('Another file');
    terminate.mockRestore();
  });

  it('from outside is opened by its bytes, and one of drums alone shows a message', async () => {
    const paths: string[] = [];
    const open = (bytes: Uint8Array<ArrayBuffer>) =>
      openArrival([midi(bytes, 'no ending')], (path) => paths.push(path));
    await open(SONG_FILE);
    expect([paths, fragrance.current!.musicEssence]).toEqual([['/results'], ['C4', 'E4', 'G4']]);
    await open(file(header(), DRUM_TRACK));
    expect([paths.length, titles()]).toEqual([1, ['This MIDI file holds only drums.']]);
  });

  it('of drums becomes pads in the beat maker', async () => {
    await importBeat(midi(file(header(), DRUM_TRACK)));
    expect(beatMaker.beat.notes).toEqual(['C3', 'D3']);
    for (const step of [0, 2, 4, 6])
      expect(levelAt(beatMaker.beat, step % 4 === 0 ? 'C3' : 'D3', step)).toBeGreaterThan(0);
    expect(notices).toMatchObject([{ description: '4 drum strikes found their pad: each drum became a note.' }]);
  });

  it('that is opened last counts', async () => {
    await Promise.all([importBeat(midi(file(header(), DRUM_TRACK))), importBeat(midi(SONG_FILE))]);
    expect(beatMaker.beat.notes).toEqual(['C4', 'E4', 'G4']);
    expect(titles()).toEqual(['Beat imported']);
  });
});
