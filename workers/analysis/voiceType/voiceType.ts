import type { VoiceType, Timbre } from '../values/timbre.ts';
import { voicedRuns } from '../monophony/glides/glidingNotes.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import type { NoteEvent } from '../types.ts';
import { MANNER } from './parameters.ts';

/** The measurements of a timbre that show how the sound was made. */
export type VoiceTypeFeatures = Pick<Timbre, 'wander' | 'attack' | 'harmonicity'>;

/**
 * Classifies a sound as sung, spoken or played. Talk glides from syllable to syllable; a voice wanders around each note
 * that it holds; an instrument hardly does, or is struck. It is an observation for the words about a sound: no note
 * depends on it. Null for an undecided sound, such as several voices that are not struck.
 * @param gliding share of the voiced time in which one voice glides, 0 to 1; null of several voices
 */
export function voiceTypeOf(
  features: VoiceTypeFeatures,
  notes: readonly NoteEvent[],
  track: PitchTrack,
  gliding: number | null,
): VoiceType | null {
  const { harmonicity } = features;
  const isNoise = harmonicity !== null && harmonicity < MANNER.leastHarmonicity;
  if (notes.length === 0 || isNoise) return null;
  if (gliding !== null) {
    const confidence = talkIn(notes, track, gliding);
    if (confidence !== null) return confidence >= MANNER.least ? { kind: 'spoken', confidence } : null;
  }
  return pitchedVoiceType(features, gliding === null);
}

/** The nearest value between 0 and 1. */
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Confidence that a sound is talk, 0 to 1; null where its pitch does not glide. */
function talkIn(notes: readonly NoteEvent[], track: PitchTrack, gliding: number): number | null {
  const byPitch = notes.map(({ midi }) => midi).sort((a, b) => a - b);
  const runs = voicedRuns(track);
  const voiced = runs.reduce((sum, { first, end }) => sum + end - first, 0);
  if (byPitch[byPitch.length >> 1]! < MANNER.lowestVoice || voiced < steps(MANNER.talkSeconds)) return null;
  if (gliding < MANNER.heldGlides) return null;
  if (gliding < MANNER.talkGlides) return 0;
  const rate = runs.length / ((runs.at(-1)!.end - runs[0]!.first) * HOP_SECONDS);
  const [none, all] = MANNER.talkRate;
  return gliding * clamp((rate - none) / (all - none));
}

/** The manner of notes that are held. */
function pitchedVoiceType({ wander, attack }: VoiceTypeFeatures, hasSeveralVoices: boolean): VoiceType | null {
  const isStruck = attack !== null && attack <= MANNER.struck;
  if (isStruck) return { kind: 'played', confidence: MANNER.struckIsPlayed };
  if (wander === null || hasSeveralVoices) return null;
  const [played, undecided, sung] = MANNER.wander;
  const isSung = wander > undecided;
  const confidence = clamp(
    isSung ? (wander - undecided) / (sung - undecided) : (undecided - wander) / (undecided - played),
  );
  return confidence < MANNER.least ? null : { kind: isSung ? 'sung' : 'played', confidence };
}
