import '../../src/features/instruments/audio/sound/quietTone.ts';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { patchFor } from '../../src/features/instruments/audio/sound/patch.ts';
import { VoicePool } from '../../src/features/instruments/audio/sound/voices.ts';
import { hzOfMidi } from '../../workers/ear/values/pitch.ts';
import { FAMILY_TONES, TONE_IDS, type ToneId } from '../../src/features/instruments/domain/keyboard/tone.ts';
import { characterOf, loudnessOf } from '../../tests/soundMeasures.ts';

/** What a tone is like and what it costs. */
export interface ToneFigures {
  tone: ToneId;
  /** Of 32 voices at once, per cent of one core: the least time of an offline render of them against its length. */
  cost: number;
  /** To make its 40 voices, ms. */
  build: number;
  /** Of a phrase, LUFS. */
  loudness: number;
  /** Of C4 and of the C in the octave of the tone. */
  at: { midi: number; centroid: number; attack: number; noise: number }[];
}

const RATE = 48_000;
const VOICES = 32;
const COST_SECONDS = 2;
const PHRASE = [60, 64, 67, 72, 67, 64, 62, 60];

async function rendered(tone: ToneId, seconds: number, play: (pool: VoicePool) => void) {
  const native = new OfflineAudioContext(1, Math.round(seconds * RATE), RATE);
  const pool = new VoicePool(native, native.destination, VOICES, new OfflineContext(native));
  const begun = performance.now();
  await pool.prepare(tone);
  const build = performance.now() - begun;
  play(pool);
  const before = performance.now();
  const samples = (await native.startRendering()).getChannelData(0);
  return { samples, build, cost: (performance.now() - before) / 10 / seconds };
}

export async function toneTable(): Promise<ToneFigures[]> {
  const table: ToneFigures[] = [];
  for (const tone of TONE_IDS) {
    const patch = patchFor(tone, 60);
    const start = (pool: VoicePool, midi: number, velocity: number, time: number) =>
      pool.start({ midi, velocity, time, length: 1, patch, source: 'bench' });
    // What else the machine does only adds: the least of three is the tone's own.
    const full = [];
    for (let i = 0; i < 3; i++)
      full.push(
        await rendered(tone, COST_SECONDS, (pool) => {
          for (let voice = 0; voice < VOICES; voice++)
            pool.start({ midi: 48 + voice, velocity: 0.3, time: 0, length: COST_SECONDS, patch, source: 'bench' });
        }),
      );
    const phrase = await rendered(tone, 4.6, (pool) => {
      for (const [i, midi] of PHRASE.entries()) {
        const id = start(pool, midi, 0.8, 0.1 + i * 0.5);
        if (patch.fade === 'held') pool.release(id, 0.58 + i * 0.5);
      }
    });
    const octave = (FAMILY_TONES as readonly ToneId[]).indexOf(tone);
    const at = [];
    for (const midi of octave === -1 || octave === 4 ? [60] : [60, 12 * (octave + 1)]) {
      const one = await rendered(tone, 0.6, (pool) => start(pool, midi, 0.8, 0));
      at.push({ midi, ...characterOf(one.samples, hzOfMidi(midi), RATE) });
    }
    table.push({
      tone,
      cost: Math.min(...full.map(({ cost }) => cost)),
      build: Math.min(...full.map(({ build }) => build)),
      loudness: loudnessOf(phrase.samples, RATE),
      at,
    });
  }
  return table;
}
