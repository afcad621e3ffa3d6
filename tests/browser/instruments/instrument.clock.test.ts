import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { NoteCode } from '#ear/values/pitch.ts';
import { FULL, INITIAL_BEAT, type Beat } from '#features/instruments/domain/beat/beat.ts';
import { withBpm, withLevel, withShown } from '#features/instruments/domain/beat/beatChanges.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { change, openBeat } from '#features/instruments/state/beat/beat.ts';
import { playingColumn, togglePlay } from '#features/instruments/state/beat/playBeat.ts';
import { disconnectMidi, midi } from '#features/instruments/state/midi/midi.ts';
import { enterMidiBeat, midiClock } from '#features/instruments/state/midi/midiClock.ts';
import { setPerformer } from '#features/instruments/state/midi/performing.ts';
import { onNotice } from '#core/shell/notices.ts';
import { access, connected, inputs, Output, pads, plugIn, synth } from '../support/midiDevices.ts';
import { now } from '../support/turns.ts';

beforeAll(plugIn);
afterEach(disconnectMidi);

describe('a beat that follows a clock from outside', () => {
  /** Starts the song on the pads and sends clocks in real time until the beat plays at their tempo. */
  async function sendClocks(): Promise<void> {
    const began = now();
    const period = 60_000 / 140 / 24;
    let sent = 0;
    pads.sendAt(began, 0xfa);
    await expect
      .poll(
        () => {
          // As many as are due; a blocked page sends them late, with their times.
          for (; began + sent * period <= now(); sent++) pads.sendAt(began + sent * period, 0xf8);
          return midiClock.bpm === 140 && playingColumn() > 0;
        },
        { interval: 5 },
      )
      .toBe(true);
  }

  it('stops and says so when the clocks stay away', async () => {
    await connected();
    setPerformer({ receiveClock: true });
    openBeat(null);
    const leave = enterMidiBeat();
    const titles: string[] = [];
    const leaveNotices = onNotice(({ key, title }) => key === 'clock' && titles.push(title));
    await sendClocks();
    expect([beatMaker.playing, titles]).toEqual([true, []]);
    await expect.poll(() => beatMaker.playing).toBe(false);
    expect([midiClock.bpm, titles]).toEqual([null, ['The clock of the other device stopped']]);
    leaveNotices();
    leave();
    setPerformer({ receiveClock: false });
  });

  it('starts and stops with the other device, and says its tempo; not with its own clock that comes back', async () => {
    await connected();
    setPerformer({ receiveClock: true });
    openBeat(null);
    // Whom to follow is another matter than who plays.
    expect(midi.chosen).toBe('keys');
    const leave = enterMidiBeat();
    await sendClocks();
    expect(beatMaker.playing).toBe(true);
    pads.send(0xfc);
    expect([beatMaker.playing, midiClock.bpm]).toEqual([false, null]);
    setPerformer({ output: 'pads' });
    access.outputs.set('pads', new Output('pads'));
    access.dispatchEvent(new Event('statechange'));
    pads.send(0xfa);
    expect(beatMaker.playing).toBe(false);
    access.outputs.delete('pads');
    setPerformer({ output: null, receiveClock: false });
    pads.send(0xfa);
    expect(beatMaker.playing).toBe(false);
    leave();
  });

  it('stops when the device that leads it is unplugged', async () => {
    await connected();
    setPerformer({ receiveClock: true });
    openBeat(null);
    const leave = enterMidiBeat();
    await sendClocks();
    pads.state = 'disconnected';
    inputs.delete('pads');
    access.dispatchEvent(new Event('statechange'));
    expect([beatMaker.playing, midiClock.bpm]).toEqual([false, null]);
    pads.state = 'connected';
    inputs.set('pads', pads);
    access.dispatchEvent(new Event('statechange'));
    leave();
    setPerformer({ receiveClock: false });
  });

  it('leads another device: start, even clocks at the tempo, each pad with its step, stop', async () => {
    await connected();
    setPerformer({ output: 'synth', receiveClock: true });
    openBeat(null);
    const columns = [0, 1, 2, 3, 4, 5, 6, 7];
    const pattern = withBpm(INITIAL_BEAT, 180);
    change(columns.reduce((beat, column) => withLevel(beat, column % 2 === 0 ? 'C4' : 'E4', column, FULL), pattern));
    const leave = enterMidiBeat();
    synth.sent.length = 0;
    await togglePlay();
    const struckIn = () => synth.sent.filter(({ bytes: [status] }) => status === 0x90);
    await expect.poll(() => struckIn().length).toBeGreaterThanOrEqual(3);
    const [first, ...messages] = synth.sent.map(({ bytes }) => bytes);
    expect(first).toEqual([0xfa]);
    // Each pad comes with the first of the twelve clocks of its step; their times are those of sender.test.ts and clockFollower.test.ts.
    const ofSteps = messages
      .filter(([status]) => status === 0xf8 || status === 0x90)
      .map(([status]) => (status === 0xf8 ? '.' : 'x'))
      .join('');
    expect(ofSteps.slice(0, 27)).toBe('.x...........'.repeat(2) + '.');
    expect(
      struckIn()
        .slice(0, 2)
        .map(({ bytes: [, number] }) => number)
        .toSorted(),
    ).toEqual([60, 64]);
    await togglePlay();
    expect(synth.sent.at(-1)!.bytes).toEqual([0xb0, 123, 0]);
    expect(synth.sent.filter(({ bytes: [status] }) => status === 0x80)).toHaveLength(struckIn().length);
    expect(synth.sent.some(({ bytes: [status] }) => status === 0xfc)).toBe(true);
    leave();
    setPerformer({ output: null, receiveClock: false });
  });

  it('goes on with the pattern that is chosen while it plays', async () => {
    await connected();
    setPerformer({ output: 'synth' });
    openBeat(null);
    const filled = (beat: Beat, note: NoteCode): Beat =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((each, column) => withLevel(each, note, column, FULL), beat);
    const second = filled(withShown(withBpm(INITIAL_BEAT, 180), 1), 'E4');
    const both = filled(withShown(second, 0), 'C4');
    change(both);
    const leave = enterMidiBeat();
    synth.sent.length = 0;
    await togglePlay();
    const struck = () => synth.sent.filter(({ bytes: [status] }) => status === 0x90).map(({ bytes }) => bytes[1]);
    await expect.poll(() => struck().length).toBeGreaterThanOrEqual(2);
    change(withShown(both, 1));
    await expect.poll(() => struck().at(-1)).toBe(64);
    expect(beatMaker.playing).toBe(true);
    expect(struck().lastIndexOf(60)).toBeLessThan(struck().indexOf(64));
    await togglePlay();
    leave();
    setPerformer({ output: null });
  });
});
