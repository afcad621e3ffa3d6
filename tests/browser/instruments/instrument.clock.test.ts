import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { openBeat } from '#features/instruments/state/beat/beat.ts';
import { playingColumn } from '#features/instruments/state/beat/playBeat.ts';
import { midi, setPerformer } from '#features/instruments/state/midi/midi.ts';
import { disconnectMidi } from '#features/instruments/state/midi/midiDevices.ts';
import { enterMidiBeat } from '#features/instruments/state/midi/midiClock.ts';
import { onNotice } from '#core/appState/notices.ts';
import { access, connectDevices, inputs, pads, plugIn } from '../support/midiDevices.ts';
import { now } from '../support/clock.ts';

beforeAll(plugIn);
afterEach(disconnectMidi);

describe('a beat that follows a clock from outside', () => {
  const SOURCE_BPM = 140;

  /**
   * Starts the song on the pads and sends clocks in real time until something holds. They come in bursts of these
   * sizes, each when its last clock is due.
   * @param bpmOf the tempo from a clock to the next one
   */
  async function sendClocks(
    isReached: (sent: number) => boolean,
    { sizes = [1], bpmOf = () => SOURCE_BPM }: { sizes?: readonly number[]; bpmOf?: (clock: number) => number } = {},
  ): Promise<void> {
    let [next, sent, bursts] = [now(), 0, 0];
    const periodOf = (clock: number): number => 60_000 / bpmOf(clock) / 24;
    pads.sendAt(next, 0xfa);
    await expect
      .poll(
        () => {
          // As many as are due; a blocked page sends them late, with their times.
          for (;;) {
            const size = sizes[bursts % sizes.length]!;
            let due = next;
            for (let i = 1; i < size; i++) due += periodOf(sent + i - 1);
            if (due > now()) return isReached(sent);
            for (let i = 0; i < size; i++) pads.sendAt(due, 0xf8);
            sent += size;
            bursts += 1;
            next = due + periodOf(sent - 1);
          }
        },
        { interval: 5 },
      )
      .toBe(true);
  }
  const isPlaying = (): boolean => midi.clockBpm === SOURCE_BPM && playingColumn() > 0;

  it('has the tempo of one in bursts within 3 % after four beats, and follows a change within one', async () => {
    await connectDevices();
    setPerformer({ receiveClock: true });
    openBeat(null);
    const leave = enterMidiBeat();
    const [sizes, changed, other] = [[2, 6, 3, 5, 4], 6 * 24, 100];
    const tempos: { sent: number; bpm: number | null }[] = [];
    await sendClocks(
      (sent) => {
        tempos.push({ sent, bpm: midi.clockBpm });
        return sent >= changed + 3 * 24;
      },
      { sizes, bpmOf: (clock) => (clock < changed ? SOURCE_BPM : other) },
    );
    const isNear = (bpm: number) => (tempo: (typeof tempos)[number]) => Math.abs(tempo.bpm! / bpm - 1) < 0.03;
    const before = tempos.filter(({ sent }) => sent >= 4 * 24 && sent <= changed);
    // One beat, and the burst in which it ends.
    const after = tempos.filter(({ sent }) => sent >= changed + 24 + 6);
    expect(before.filter((tempo) => !isNear(SOURCE_BPM)(tempo))).toEqual([]);
    expect(after.filter((tempo) => !isNear(other)(tempo))).toEqual([]);
    expect([before.length > 0, after.length > 0, playingColumn() >= 0]).toEqual([true, true, true]);
    leave();
    setPerformer({ receiveClock: false });
  });

  it('stops with a notice when the clocks stop', async () => {
    await connectDevices();
    setPerformer({ receiveClock: true });
    openBeat(null);
    const leave = enterMidiBeat();
    const titles: string[] = [];
    const leaveNotices = onNotice(({ key, title }) => key === 'clock' && titles.push(title));
    await sendClocks(isPlaying);
    expect([beatMaker.playing, titles]).toEqual([true, []]);
    await expect.poll(() => beatMaker.playing).toBe(false);
    expect([midi.clockBpm, titles]).toEqual([null, ['The clock of the other device stopped']]);
    leaveNotices();
    leave();
    setPerformer({ receiveClock: false });
  });

  it('starts and stops with the other device, and shows its tempo', async () => {
    await connectDevices();
    setPerformer({ receiveClock: true });
    openBeat(null);
    // The leading clock does not depend on the chosen device.
    expect(midi.chosen).toBe('keys');
    const leave = enterMidiBeat();
    await sendClocks(isPlaying);
    expect(beatMaker.playing).toBe(true);
    pads.send(0xfc);
    expect([beatMaker.playing, midi.clockBpm]).toEqual([false, null]);
    setPerformer({ receiveClock: false });
    pads.send(0xfa);
    expect(beatMaker.playing).toBe(false);
    leave();
  });

  it('stops when the device that leads it is unplugged', async () => {
    await connectDevices();
    setPerformer({ receiveClock: true });
    openBeat(null);
    const leave = enterMidiBeat();
    await sendClocks(isPlaying);
    pads.state = 'disconnected';
    inputs.delete('pads');
    access.dispatchEvent(new Event('statechange'));
    expect([beatMaker.playing, midi.clockBpm]).toEqual([false, null]);
    pads.state = 'connected';
    inputs.set('pads', pads);
    access.dispatchEvent(new Event('statechange'));
    leave();
    setPerformer({ receiveClock: false });
  });
});
