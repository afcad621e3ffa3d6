import { describe, expect, it } from 'vitest';
import type { VoiceNote } from '../sound/tones/voice.ts';
import type { VoicePool } from '../sound/voices.ts';
import { TakeVoices, type TakeEvents } from './takeVoices.ts';

/** Voices that log each call as text. */
function listening() {
  const log: string[] = [];
  const at = (time: number): string => time.toFixed(2);
  const voices = {
    start: ({ midi, velocity, time, source }: VoiceNote) =>
      log.push(`${at(time!)} ${source} +${midi} ${velocity.toFixed(1)}`),
    release: (id: number, time: number) => log.push(`${at(time)} -${id}`),
    express: (id: number, what: string, value: number, time: number) => log.push(`${at(time)} ${id} ${what} ${value}`),
    expressAll: (source: string, what: string, value: number, time: number) =>
      log.push(`${at(time)} ${source} ${what} ${value}`),
    resetExpression: (source: string) => log.push(`rest ${source}`),
  } as unknown as VoicePool;
  return { log, voices };
}

const note = { velocity: 1, tone: 'held' } as const;

describe('the playback of a take', () => {
  it('bends, presses and colours the notes of a channel at their times, gestures before notes', () => {
    const { log, voices } = listening();
    const take: TakeEvents = {
      duration: 3,
      notes: [
        { ...note, midi: 60, onset: 1, offset: 2, channel: 0 },
        { ...note, midi: 64, onset: 1.5, offset: 2 },
      ],
      gestures: [
        { time: 0.5, channel: 0, control: 'modulation', value: 0.5 },
        { time: 1, channel: 0, control: 'bend', value: 150 },
        { time: 1.2, channel: 0, control: 'level', value: 0.5 },
        { time: 1.3, channel: 0, control: 'swell', value: 1 },
        { time: 1.4, channel: 0, control: 'timbre', value: 0.25 },
        { time: 1.6, channel: 0, control: 'sustain', value: 1 },
      ],
    };
    const played = new TakeVoices(voices, take);
    played.schedule(10, 1.1);
    played.schedule(10, 1.1);
    expect(log).toEqual([
      'rest take:0',
      '10.50 take:0 vibrato 30',
      '11.00 take:0 bend 150',
      '11.00 take:0 +60 1.0',
      '12.00 -4',
    ]);
    played.schedule(10, Infinity);
    expect(log.slice(5)).toEqual([
      '11.20 take:0 pressure 0.25',
      '11.30 take:0 brightness 1',
      '11.30 take:0 pressure 0.5',
      '11.40 take:0 brightness 0.75',
      '11.50 take +64 1.0',
      '12.00 -10',
    ]);
  });

  it('softens notes that are struck during the soft pedal, and applies key pressure to that key alone', () => {
    const { log, voices } = listening();
    const take: TakeEvents = {
      duration: 3,
      notes: [0.5, 1.5].map((onset) => ({ ...note, midi: 60, onset, offset: onset + 1, channel: 2 })),
      gestures: [
        { time: 0, channel: 2, control: 'soft', value: 1 },
        { time: 1, channel: 2, control: 'soft', value: 0 },
        { time: 1.75, channel: 2, control: 'key', value: 1, midi: 60 },
      ],
    };
    new TakeVoices(voices, take).schedule(0, Infinity);
    expect(log).toEqual([
      'rest take:2',
      '0.50 take:2 +60 0.6',
      '0.50 2 brightness 0.3',
      '1.50 -2',
      '1.50 take:2 +60 1.0',
      '2.50 -5',
      '1.75 5 brightness 1',
    ]);
  });

  it('resets all controls when it begins again', () => {
    const { log, voices } = listening();
    const gestures = [{ time: 1, channel: 0, control: 'bend', value: 100 } as const];
    const played = new TakeVoices(voices, { notes: [], gestures, duration: 2 });
    for (let i = 0; i < 2; i++) {
      played.rewind();
      played.schedule(0, 2);
    }
    expect(log).toEqual(['rest take:0', '1.00 take:0 bend 100', 'rest take:0', '1.00 take:0 bend 100']);
  });
});
