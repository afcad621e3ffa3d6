import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick } from '../../src/core/values/random.ts';
import { accompanied, chords, randomMelody } from '../../tests/fixtures/melody.ts';
import { inRoom, type Tone } from '../../tests/fixtures/synthesis.ts';
import { playedByFluidsynth } from '../fluidsynth.ts';
import { CONDITIONS, denseTones } from './conditions.ts';
import type { Entry, Seeded } from './synthesised.ts';
import { which } from '../../tests/browserPath.ts';

/** The part of the corpus that is played by fluidsynth on sampled instruments: real envelopes, real partials. */

const RATE = 44_100;
const SECONDS = 8;
/** Where Debian and others put sound fonts; a name with `FluidR3` is the fuller one. */
const FOLDERS = ['/usr/share/sounds/sf2', '/usr/share/soundfonts', '/usr/local/share/soundfonts'];

/** General MIDI programs, from 0, with a range that they are good in. */
const SOLO = [
  ['piano', 0, 48, 79],
  ['nylon guitar', 24, 45, 72],
  ['violin', 40, 60, 84],
  ['choir', 52, 52, 76],
  ['trumpet', 56, 58, 79],
  ['clarinet', 71, 55, 79],
  ['flute', 73, 64, 88],
] as const;
const TOGETHER = [
  ['piano', 0],
  ['organ', 16],
  ['nylon guitar', 24],
  ['strings', 48],
] as const;

const POLYPHONIC = ['sampled_poly', 'piano'];
const TUNE = { seconds: SECONDS, shortest: 0.18, longest: 0.8, repeatGap: 0.04 };

/** A sound font: `SOUND_FONT` names one, else the first that is installed; null without any. */
function soundFont(): string | null {
  const named = process.env['SOUND_FONT'];
  if (named !== undefined && named !== '') return named;
  const found = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.sf[23]$/.test(file))
      .map((file) => join(folder, file)),
  );
  return found.find((file) => file.includes('FluidR3')) ?? found[0] ?? null;
}

function play(folder: string, font: string, program: number, tones: readonly Tone[]): Float32Array {
  const notes = tones.map(({ midi, onset, offset, loudness = 0.8 }) => ({
    midi,
    onset,
    offset,
    velocity: 0.4 + 0.5 * loudness,
  }));
  // Dry: only some sounds get a room, afterwards.
  return playedByFluidsynth(folder, font, [{ name: 'Instrument', channel: 0, program, notes }], RATE).slice(
    0,
    SECONDS * RATE,
  );
}

/** @returns the sounds, and a remark where something is missing on this machine */
export function sampled(seeded: Seeded): { entries: Entry[]; remark: string | null } {
  if (which('fluidsynth') === null)
    return {
      entries: [],
      remark:
        'fluidsynth is not installed: sampled instruments are left out (Debian: apt install fluidsynth fluid-soundfont-gm).',
    };
  const font = soundFont();
  if (font === null)
    return {
      entries: [],
      remark:
        'fluidsynth has no sound font: sampled instruments are left out (Debian: apt install fluid-soundfont-gm, or SOUND_FONT=FILE).',
    };
  const folder = mkdtempSync(join(tmpdir(), 'accord-corpus-'));
  const entries: Entry[] = [];
  const add = (
    kind: string,
    what: string,
    program: number,
    tones: readonly Tone[],
    put: (dry: Float32Array) => Float32Array = (dry) => dry,
  ): void => {
    const pcm = put(play(folder, font, program, tones));
    const notes = tones.map(({ midi, onset, offset }) => ({ midi, onset, offset }));
    const label = {
      kind,
      source: `fluidsynth, program ${program}`,
      mono: !POLYPHONIC.includes(kind),
      sr: RATE,
      duration: pcm.length / RATE,
      notes,
    };
    entries.push({ name: `${kind}__${what.replaceAll(' ', '_')}`, pcm, label });
  };
  try {
    for (const [what, program, low, high] of SOLO) {
      add('sampled_mono', what, program, randomMelody({ ...TUNE, low, high }, seeded(`sampled ${what}`)));
    }
    for (const [i, [what, program]] of TOGETHER.entries()) {
      const random = seeded(`together ${what}`);
      add('sampled_poly', what, program, i % 2 === 0 ? chords(SECONDS, 3, random) : accompanied(SECONDS, random));
    }
    for (const [kind, variants] of Object.entries(CONDITIONS)) {
      for (const [i, { name, put }] of variants.entries()) {
        const random = seeded(`sampled ${kind} ${i}`);
        const [what, program, low, high] = SOLO[(i + 2 * kind.length) % SOLO.length]!;
        const tones = randomMelody({ ...TUNE, low, high }, random);
        add(kind, `${what} ${name}`, program, tones, (dry) => put(dry, random));
      }
    }
    for (const [i, seconds] of [0, 0.6, 1.2].entries()) {
      const random = seeded(`piano ${i}`);
      add('piano', `in a room of ${seconds} s`, pick([0, 1, 3], random), denseTones(SECONDS, random), (dry) =>
        seconds === 0 ? dry : inRoom(dry, RATE, seconds, random),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { entries, remark: null };
}
