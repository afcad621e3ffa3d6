import { Network } from '../dsp/network.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { BESIDE } from './parameters.ts';
import type { NoteEvent } from '../types.ts';
import { BESIDE_EVIDENCE_LENGTH, besideEvidence } from './besideEvidence.ts';
import { ONE_VOICE, SEVERAL_VOICES } from './besideJudge.weights.ts';

/**
 * Networks that estimate whether a note belongs to the music, or to talk or drums beside it: one for the notes of each
 * transcriber. Trained by bench/judge/trainBeside.ts on generated music in company and alone, songs of people among it.
 */
const oneVoice = new Network(ONE_VOICE, BESIDE_EVIDENCE_LENGTH);
const severalVoices = new Network(SEVERAL_VOICES, BESIDE_EVIDENCE_LENGTH);

/** The notes, by onset, without those that are hardly of the music. */
export function withoutBeside(notes: readonly NoteEvent[], track: PitchTrack, several: boolean): NoteEvent[] {
  const network = several ? severalVoices : oneVoice;
  const hardly = several ? BESIDE.hardlyOfSeveral : BESIDE.hardlyOfOne;
  const evidence = besideEvidence(notes, track);
  return notes.filter((_, i) => network.judge(evidence[i]!) >= hardly);
}
