import { hzOfMidi } from '../../workers/ear/values/pitch.ts';
import { between, pick, type Random } from '../../src/core/values/random.ts';
import { gaussian, type Tone } from '../../tests/fixtures/synthesis.ts';

/**
 * Songs as untrained people sing them, by the synthesis of pulses through formants (Klatt 1980): the pitch glides into its
 * notes, overshoots, drifts and swings (Saitou, Unoki & Akagi 2005), notes begin with consonants or without any, and none is
 * exactly in tune. Times in s, pitches in MIDI.
 */

/** Rate of the songs, Hz. */
export const SONG_RATE = 24_000;
/** Pitch and formants are followed at this step, samples. */
const CONTROL = 48;
const STEP = CONTROL / SONG_RATE;

/** Formants of the five vowels, Hz (Peterson & Barney 1952). */
const VOWELS = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;
/** What comes before a vowel; a nasal holds the pitch. */
const CONSONANTS = ['none', 'none', 'nasal', 'nasal', 'stop', 'fricative'] as const;

interface Singer {
  /** Pitch and level wander by this, semitones; the voice is off by this from note to note. */
  drift: number;
  mistuning: number;
  /** Angular frequency, 1/s, and damping of the way to a new pitch. */
  quickness: number;
  damping: number;
  /** Depth, semitones, rate, Hz, and delay of the vibrato. */
  vibrato: number;
  rate: number;
  delay: number;
  /** Relative change from period to period, share of noise, length of the throat. */
  jitter: number;
  breath: number;
  size: number;
  /** Share of notes that begin too low, of phrases that end in a fall. */
  scoops: number;
  falls: number;
}

const singerOf = (random: Random): Singer => ({
  drift: between(0.03, 0.3, random),
  mistuning: between(0.05, 0.35, random),
  quickness: between(18, 70, random),
  damping: between(0.45, 0.95, random),
  vibrato: random() < 0.4 ? 0 : between(0.1, 0.8, random),
  rate: between(4.5, 7, random),
  delay: between(0.1, 0.5, random),
  jitter: between(0.001, 0.012, random),
  breath: between(0.005, 0.12, random),
  size: between(0.85, 1.3, random),
  scoops: between(0.05, 0.6, random),
  falls: between(0, 0.6, random),
});

/** One note as it is sung: its vowel sounds from `onset` to `offset`. */
interface SungNote {
  midi: number;
  onset: number;
  offset: number;
  consonant: (typeof CONSONANTS)[number];
  /** Length of the consonant, which ends at the onset. */
  before: number;
  scoop: number;
  fall: number;
  vowel: readonly [number, number, number];
  loudness: number;
}

/** A person sings the tune: the sound of `seconds`, and the notes at the pitches that are sung. */
export function sungByPeople(
  tune: readonly Tone[],
  seconds: number,
  random: Random,
): { pcm: Float32Array; tones: Tone[] } {
  const singer = singerOf(random);
  const notes = tune.map(({ midi, onset, offset }, i): SungNote => {
    const gap = onset - (tune[i - 1]?.offset ?? 0);
    const ends = (tune[i + 1]?.onset ?? Infinity) - offset > 0.05;
    return {
      midi: midi + singer.mistuning * gaussian(random),
      onset,
      offset,
      consonant: gap < 0.02 && random() < 0.4 ? 'none' : pick(CONSONANTS, random),
      before: between(0.03, 0.1, random),
      scoop: random() < singer.scoops ? between(0.5, 4, random) : 0,
      fall: ends && random() < singer.falls ? between(0.5, 6, random) : 0,
      vowel: pick(VOWELS, random),
      loudness: between(0.35, 1, random),
    };
  });
  const steps = Math.ceil(seconds / STEP);
  const pitch = pitchOf(notes, steps, singer, random);
  const level = levelOf(notes, steps);
  return {
    pcm: voiced(notes, pitch, level, singer, random),
    tones: notes.map(({ midi, onset, offset }) => ({ midi, onset, offset })),
  };
}

/** The pitch at each control step: a spring draws it to the pitch of the note. */
function pitchOf(notes: readonly SungNote[], steps: number, singer: Singer, random: Random): Float32Array {
  const pitch = new Float32Array(steps);
  let at = notes[0]?.midi ?? 60;
  let speed = 0;
  let drift = 0;
  let current = -1;
  for (let t = 0; t < steps; t++) {
    const time = t * STEP;
    const next = notes[current + 1];
    if (next !== undefined && time >= next.onset - (next.consonant === 'nasal' ? next.before : 0.01)) {
      const before = notes[current];
      current++;
      if (before === undefined || next.onset - before.offset > 0.05) [at, speed] = [next.midi, 0];
      if (next.scoop > 0) at = Math.min(at, next.midi) - (at < next.midi - 1 ? 0 : next.scoop);
    }
    const note = notes[Math.max(0, current)];
    if (note === undefined) break;
    const left = note.offset - time;
    const target = note.midi - (left < 0.12 ? note.fall * (1 - Math.max(0, left) / 0.12) : 0);
    speed += STEP * (singer.quickness ** 2 * (target - at) - 2 * singer.damping * singer.quickness * speed);
    at += STEP * speed;
    drift += STEP * (-6 * drift) + singer.drift * Math.sqrt(12 * STEP) * gaussian(random);
    const since = time - note.onset - singer.delay;
    const swing = singer.vibrato * Math.max(0, Math.min(1, since / 0.2)) * Math.sin(2 * Math.PI * singer.rate * since);
    pitch[t] = at + drift + swing;
  }
  return pitch;
}

/** The level of the voice at each control step, 0 to 1. */
function levelOf(notes: readonly SungNote[], steps: number): Float32Array {
  const level = new Float32Array(steps);
  for (const [i, note] of notes.entries()) {
    const { onset, offset, consonant, before, loudness } = note;
    const tied = i > 0 && onset - notes[i - 1]!.offset < 0.02;
    const rise = consonant === 'none' && tied ? 0.004 : 0.035;
    const begin = consonant === 'nasal' ? onset - before : onset;
    for (let t = Math.max(0, Math.floor(begin / STEP)); t < Math.min(steps, offset / STEP); t++) {
      const time = t * STEP;
      if (time < onset) level[t] = 0.25 * loudness;
      else {
        const from = consonant === 'nasal' ? 0.25 : 0;
        const attack = from + (1 - from) * Math.min(1, (time - onset) / rise);
        const arc = 0.7 + 0.3 * Math.sin((Math.PI * (time - onset)) / (offset - onset));
        level[t] = loudness * arc * attack * Math.min(1, Math.max(0.05, (offset - time) / 0.04));
      }
    }
    // The mouth is shut before a stop or a fricative, even where the notes are tied.
    if (consonant === 'stop' || consonant === 'fricative')
      for (let t = Math.max(0, Math.floor((onset - before) / STEP)); t < Math.min(steps, onset / STEP); t++)
        level[t] = 0;
  }
  return level;
}

/** Pulses of this pitch and level through the formants of the notes, with breath and consonants. */
function voiced(
  notes: readonly SungNote[],
  pitch: Float32Array,
  level: Float32Array,
  singer: Singer,
  random: Random,
): Float32Array {
  const pcm = new Float32Array(pitch.length * CONTROL);
  const formants = [0, 1, 2].map(() => ({ hz: 500, y1: 0, y2: 0 }));
  let phase = 0;
  let period = 1;
  let current = 0;
  let smooth = 0;
  for (let t = 0; t < pitch.length; t++) {
    const time = t * STEP;
    while (current + 1 < notes.length && time >= notes[current + 1]!.onset - 0.02) current++;
    const { vowel, consonant, before, loudness, onset } = notes[current]!;
    const step = hzOfMidi(pitch[t]!) / SONG_RATE;
    const isHiss = consonant === 'fricative' && time >= onset - before && time < onset;
    const filters = formants.map((formant, f) => {
      formant.hz += 0.15 * (singer.size * vowel[f]! - formant.hz);
      const radius = Math.exp((-Math.PI * (80 + 50 * f)) / SONG_RATE);
      return { formant, radius, turn: 2 * radius * Math.cos((2 * Math.PI * formant.hz) / SONG_RATE) };
    });
    for (let i = 0; i < CONTROL; i++) {
      phase += step * period;
      if (phase >= 1) {
        phase -= 1;
        period = 1 + singer.jitter * gaussian(random);
      }
      smooth += 0.02 * (level[t]! - smooth);
      const source = smooth * ((1 - phase) ** 3 - 0.25 + singer.breath * gaussian(random));
      let sum = isHiss ? 0.1 * loudness * gaussian(random) : 0;
      for (const [f, { formant, radius, turn }] of filters.entries()) {
        const y = (1 - radius) * source + turn * formant.y1 - radius * radius * formant.y2;
        formant.y2 = formant.y1;
        formant.y1 = y;
        sum += y / (1 + f);
      }
      pcm[t * CONTROL + i] = sum;
    }
  }
  const loudest = pcm.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-6);
  return pcm.map((x) => (0.5 * x) / loudest);
}
