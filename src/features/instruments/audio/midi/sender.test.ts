import { describe, expect, it } from 'vitest';
import { BeatSender } from './beatSender.ts';
import { MidiSender } from './sender.ts';

function device(options: { notes?: boolean; clock?: boolean } = {}) {
  const sent: { bytes: number[]; time: number | undefined }[] = [];
  const sender = new MidiSender((data, time) => sent.push({ bytes: [...data], time }), 2);
  const beat = new BeatSender(sender, { notes: true, clock: true, timeOf: (time) => 1000 * time, ...options });
  return { sent, sender, beat, bytes: () => sent.map(({ bytes }) => bytes) };
}

describe('playing another device', () => {
  it('ends a key with the last hand on it, and lets everything go when it must', () => {
    const { sender, bytes } = device();
    sender.noteOn(60, 1);
    sender.noteOn(60, 0.001);
    sender.noteOff(60);
    expect(bytes()).toEqual([
      [0x92, 60, 127],
      [0x82, 60, 0],
      [0x92, 60, 1],
    ]);
    sender.noteOff(60);
    sender.noteOff(60);
    sender.noteOn(64, 0.5);
    sender.releaseAll();
    sender.noteOff(64);
    expect(bytes().slice(3)).toEqual([
      [0x82, 60, 0],
      [0x92, 64, 64],
      [0x82, 64, 0],
      [0xb2, 123, 0],
    ]);
  });
});

describe('passing on what a hand does beside the notes', () => {
  it('keeps the channels of MPE, and resets and releases each channel that was used', () => {
    const { sender, bytes } = device();
    sender.announceZone(15, 3);
    sender.noteOn(60, 1, undefined, 14);
    sender.pass(0xe0, 0, 0x50, 14);
    sender.pass(0xc0, 7, 0);
    sender.pass(0xd0, 99, 0);
    // Nothing to reset there.
    sender.pass(0xb0, 121, 0, 9);
    expect(bytes()).toEqual([
      [0xbf, 101, 0],
      [0xbf, 100, 6],
      [0xbf, 6, 3],
      [0x9e, 60, 127],
      [0xee, 0, 0x50],
      [0xc2, 7],
      [0xd2, 99],
    ]);
    sender.releaseAll();
    expect(bytes().slice(7)).toEqual([
      [0xb2, 121, 0],
      [0xb2, 123, 0],
      [0x8e, 60, 0],
      [0xbe, 121, 0],
      [0xbe, 123, 0],
      [0xbf, 123, 0],
    ]);
  });
});

describe('leading another device', () => {
  it('sends start, then 12 even clocks of each step, each shortly before its time and with it', () => {
    const { sent, beat } = device({ notes: false });
    beat.onStep(1, 0.25);
    beat.flush(0.5);
    expect(sent).toEqual([]);
    for (let now = 0.9; now < 1.5; now += 0.03) {
      const before = sent.length;
      if (now > 1.04 && now < 1.07) beat.onStep(1.25, 0.3);
      beat.flush(now);
      for (const { time } of sent.slice(before)) expect(time! - 1000 * now).toBeLessThanOrEqual(80.001);
    }
    expect(sent.map(({ bytes: [status] }) => status)).toEqual([0xfa, ...Array.from({ length: 24 }, () => 0xf8)]);
    expect(sent[0]!.time).toBeCloseTo(999, 6);
    for (const [i, { time }] of sent.slice(1).entries())
      expect(time).toBeCloseTo(i < 12 ? 1000 + (i * 250) / 12 : 1250 + ((i - 12) * 300) / 12, 6);
    beat.onStop();
    expect(sent.slice(25).map(({ bytes }) => bytes)).toEqual([[0xfc], [0xb2, 123, 0]]);
    beat.onStep(3, 0.25);
    beat.flush(3);
    expect(sent[27]!.bytes).toEqual([0xfa]);
  });

  it('sends notes with their ends, but not those that were taken back', () => {
    const { sent, beat, bytes } = device({ clock: false });
    beat.onNote(1, 60, 1, 1, 0.5);
    beat.onNote(2, 64, 0.5, 1, 0.5);
    beat.onCancel(2);
    beat.onStep(1, 0.25);
    beat.flush(0.95);
    // Its beginning is out: it cannot be taken back any more.
    beat.onCancel(1);
    beat.flush(1.45);
    expect(bytes()).toEqual([
      [0x92, 60, 127],
      [0x82, 60, 0],
    ]);
    beat.onNote(3, 67, 1, 2, 0.5);
    beat.flush(1.95);
    beat.onStop();
    // Not before its beginning, which is on its way.
    expect(sent.slice(-2).every(({ time }) => time! >= 2000)).toBe(true);
    beat.flush(3);
    expect(bytes().slice(2)).toEqual([
      [0x92, 67, 127],
      [0x82, 67, 0],
      [0xb2, 123, 0],
    ]);
  });
});
