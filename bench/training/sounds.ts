import type { MidiNoteInput, MidiTrackInput } from '#features/instruments/audio/midi/file/midiWriter.ts';
import { randomBetween, pick, seededRandom, type Random } from '#core/values/random.ts';
import { inRoom, mixBackground, render, withNoise, type Tone, type Voice } from '#tests/fixtures/synthesis.ts';
import { hzOfMidi } from '#analysis/values/pitch.ts';
import { attenuate, telephone } from '#bench/accuracy/damage.ts';
import { playedByFluidsynth } from './fluidsynth.ts';
import { band, randomScore, strum, twoHands, type Part } from './scores.ts';

/** Sounds of several voices with their notes: sampled instruments, synthesis, timbres that no instrument has. */

export interface LabelledSound {
  pcm: Float32Array;
  /** Hz */
  sampleRate: number;
  tones: Tone[];
}

/**
 * Place in which sounds are made: a folder for files, and sound fonts; without any the tests' synthesis plays all
 * instruments.
 */
export interface Studio {
  folder: string;
  fonts: readonly string[];
}

/** Length of a sound, s, and its rate, Hz; the lower one is enough for the polyphonic transcriber. */
export const SOUND_S = 16;
export const SAMPLE_RATE = 44_100;
const LOW_RATE = 24_000;

/** General MIDI programs, from 0, that sound at the pitch of their keys. */
export const PROGRAMS = [
  0, 1, 2, 4, 5, 6, 7, 11, 12, 19, 20, 21, 22, 24, 25, 26, 27, 28, 32, 33, 40, 41, 42, 43, 44, 45, 46, 48, 49, 50, 52,
  53, 54, 56, 57, 58, 59, 60, 61, 64, 65, 66, 68, 69, 70, 71, 72, 73, 74, 75, 79, 80, 81,
];
const PIANO_PROGRAMS = [0, 0, 0, 1, 2, 3, 4, 5];
const GUITAR_PROGRAMS = [24, 24, 25, 25, 26, 27];
const CHORD_PROGRAMS = [0, 4, 19, 24, 25, 26, 27, 48, 49, 50, 52, 61, 88, 89];
const BASS_PROGRAMS = [32, 33, 34, 35, 38, 43];
const VOICES: readonly Voice[] = ['saw', 'pluck', 'flute', 'reed', 'sung', 'hum'];
/** General MIDI drums: bass drum, snare, hi-hats. */
const DRUM_KEYS = [36, 42, 38, 42, 36, 46];

const tonesOf = (parts: readonly Part[]): Tone[] =>
  parts.flatMap(({ tones }) => tones).sort((a, b) => a.onset - b.onset);

function drumTrack(random: Random): MidiTrackInput {
  const step = randomBetween(0.12, 0.4, random);
  const notes: MidiNoteInput[] = [];
  for (let onset = 0.3, i = 0; onset < SOUND_S - 0.5; onset += step, i++)
    notes.push({
      midi: DRUM_KEYS[i % DRUM_KEYS.length]!,
      onset,
      offset: onset + 0.1,
      velocity: randomBetween(0.3, 0.8, random),
    });
  return { name: 'Drums', channel: 9, notes };
}

/** A score on sampled instruments, each part on one of its programs; some with drums or in a room. */
function playParts(parts: readonly Part[], programs: readonly (readonly number[])[], studio: Studio, random: Random) {
  if (studio.fonts.length === 0) return synthesise(parts, random);
  const softest = randomBetween(0.1, 0.35, random);
  const tracks = parts.map(({ tones, gain }, channel): MidiTrackInput => ({
    name: `Part ${channel + 1}`,
    channel,
    program: pick(programs[channel % programs.length]!, random),
    notes: tones.map((tone) => ({ ...tone, velocity: softest + (0.95 - softest) * gain * (tone.loudness ?? 0.8) })),
  }));
  if (random() < 0.25) tracks.push(drumTrack(random));
  const isInRoom = random() < 0.5;
  const pcm = playedByFluidsynth(studio.folder, pick(studio.fonts, random), tracks, SAMPLE_RATE, isInRoom);
  return { pcm: pcm.slice(0, SOUND_S * SAMPLE_RATE), sampleRate: SAMPLE_RATE, tones: tonesOf(parts) };
}

/** A score on the tests' synthesis. */
function synthesise(parts: readonly Part[], random: Random): LabelledSound {
  const pcm = new Float32Array(SOUND_S * SAMPLE_RATE);
  for (const { tones, gain } of parts) {
    const sound = render(pick(VOICES, random), tones, SOUND_S, SAMPLE_RATE);
    for (let i = 0; i < pcm.length; i++) pcm[i]! += (gain * (sound[i] ?? 0)) / parts.length;
  }
  return { pcm, sampleRate: SAMPLE_RATE, tones: tonesOf(parts) };
}

/** One or two instruments: sampled ones, or those of the synthesis. */
export const sampledChords = (studio: Studio, random: Random): LabelledSound =>
  playParts(randomScore(SOUND_S, random), [PROGRAMS], studio, random);
export const synthesisedChords = (random: Random): LabelledSound =>
  damage(synthesise(randomScore(SOUND_S, random), random), random);

/** Dense music: a piano for two hands, a strummed guitar, or a band. */
export function denseSound(kind: 'piano' | 'guitar' | 'band', studio: Studio, random: Random): LabelledSound {
  const singlePart = (tones: Tone[]): Part[] => [{ tones, gain: 1 }];
  if (kind === 'piano')
    return damage(playParts(singlePart(twoHands(SOUND_S, random)), [PIANO_PROGRAMS], studio, random), random);
  if (kind === 'guitar')
    return damage(playParts(singlePart(strum(SOUND_S, random)), [GUITAR_PROGRAMS], studio, random), random);
  return damage(playParts(band(SOUND_S, random), [PROGRAMS, CHORD_PROGRAMS, BASS_PROGRAMS], studio, random), random);
}

/**
 * A sound of timbres that no instrument has: where the partials of two notes coincide, only how they go together
 * distinguishes an octave from a strong partial, whatever the timbre.
 */
export function randomTimbres(random: Random): LabelledSound {
  const parts = randomScore(SOUND_S, random);
  const pcm = new Float32Array(SOUND_S * LOW_RATE);
  for (const { tones, gain } of parts) {
    const addTone = randomTimbre(random);
    for (const tone of tones) addTone(pcm, { ...tone, loudness: gain * (tone.loudness ?? 1) });
  }
  return damage({ pcm, sampleRate: LOW_RATE, tones: tonesOf(parts) }, random);
}

/** Adds tones of one random timbre; partial h lies at h f0 sqrt(1 + inharmonicity h^2). */
function randomTimbre(random: Random): (pcm: Float32Array, tone: Tone) => void {
  const slope = randomBetween(0.6, 2, random);
  const even = random() < 0.3 ? randomBetween(0.1, 1, random) : 1;
  const ripple = random() < 0.5 ? randomBetween(0, 6, random) : 0;
  const amplitudes = Array.from(
    { length: 12 },
    (_, i) => (i % 2 === 1 ? even : 1) * (i + 1) ** -slope * 10 ** ((ripple * (2 * random() - 1)) / 20),
  );
  const inharmonicity = random() < 0.5 ? 0 : randomBetween(0, 4e-4, random);
  const [attack, release] = [randomBetween(0.003, 0.05, random), randomBetween(0.02, 0.1, random)];
  const isHeld = random() < 0.4;
  // 1/s, and how much more for each partial.
  const [decay, more] = isHeld ? [0, 0] : [randomBetween(0.3, 2, random), randomBetween(0, 0.5, random)];
  const [cents, hz] = [isHeld ? randomBetween(0, 60, random) : 0, randomBetween(4.5, 7, random)];
  return (pcm, { midi, onset, offset, loudness = 1 }) => {
    const from = Math.round(onset * LOW_RATE);
    const length = Math.min(pcm.length, Math.round((offset + 5 * release) * LOW_RATE)) - from;
    const f0 = hzOfMidi(midi);
    let phase = 0;
    for (let i = 0; i < length; i++) {
      const time = i / LOW_RATE;
      phase += (2 * Math.PI * f0 * 2 ** ((cents / 1200) * Math.sin(2 * Math.PI * hz * time))) / LOW_RATE;
      const level =
        0.1 * loudness * Math.min(1, time / attack) * Math.exp(-Math.max(0, onset + time - offset) / release);
      for (let h = 1; h <= amplitudes.length; h++) {
        const ratio = h * Math.sqrt(1 + inharmonicity * h * h);
        if (ratio * f0 > 0.45 * LOW_RATE) break;
        pcm[from + i]! +=
          level * amplitudes[h - 1]! * Math.exp(-(decay + more * h) * time) * Math.sin(ratio * phase + h * h);
      }
    }
  };
}

/** Varies a sound as in recordings: by itself, in a room, in noise, through a telephone, softly. */
export function damage(sound: LabelledSound, random: Random): LabelledSound {
  const { pcm, sampleRate } = sound;
  const seeded = seededRandom(String(random()));
  const what = random();
  if (what < 0.4) return sound;
  if (what < 0.6) return { ...sound, pcm: inRoom(pcm, sampleRate, randomBetween(0.2, 1.3, random), seeded) };
  if (what < 0.85)
    return {
      ...sound,
      pcm: withNoise(pcm, pick(['pink', 'pink', 'white'], random), randomBetween(3, 35, random), seeded),
    };
  if (what < 0.93) return { ...sound, pcm: telephone(pcm, sampleRate) };
  return { ...sound, pcm: attenuate(pcm, randomBetween(10, 30, random)) };
}

/** The sound `decibels` above another one of SAMPLE_RATE, which is repeated where it is shorter. */
export function amid(sound: LabelledSound, other: Float32Array, decibels: number): LabelledSound {
  const rate = SAMPLE_RATE / sound.sampleRate;
  const background = Float32Array.from(sound.pcm, (_, i) => other[Math.floor(i * rate) % other.length]!);
  return { ...sound, pcm: mixBackground(sound.pcm, background, decibels) };
}

/** A part of a sound of so many seconds. */
export function excerpt({ pcm, sampleRate, tones }: LabelledSound, seconds: number, random: Random): LabelledSound {
  const length = Math.min(pcm.length, Math.round(seconds * sampleRate));
  const begin = Math.floor(random() * (pcm.length - length));
  const [from, to] = [begin / sampleRate, (begin + length) / sampleRate];
  return {
    pcm: pcm.slice(begin, begin + length),
    sampleRate,
    tones: tones
      .filter(({ onset, offset }) => Math.min(offset, to) - Math.max(onset, from) > 0.08)
      .map((tone) => ({ ...tone, onset: Math.max(0, tone.onset - from), offset: Math.min(to, tone.offset) - from })),
  };
}
