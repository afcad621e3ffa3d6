import { Network } from '../dsp/network.ts';
import { heldShare } from '../monophony/melody.ts';
import { VERDICT } from './parameters.ts';
import { SOUND_EVIDENCE_LENGTH, soundEvidence, type WholeSound } from './soundEvidence.ts';
import { SEVERAL_VOICES } from './verdict.weights.ts';
import { hasSeveralVoices } from './voices.ts';

/**
 * Which transcriber hears a whole sound better. Rules decide (voices.ts), and a small network where they are known to be
 * weak: a choir, a narrow band or a long echo, whose voices look like partials. A talker is one voice, and has notes.
 */
export type Verdict = 'several voices' | 'one voice';

const severalVoices = new Network(SEVERAL_VOICES, SOUND_EVIDENCE_LENGTH);

/** Judges a whole sound by what both transcribers have found in it. */
export function verdictOf(whole: WholeSound): Verdict {
  const { polyphony, plausible, dense, isOneDeepVoice } = whole.polyphonic;
  if (isOneDeepVoice) return 'one voice';
  // In noise or a room too few spectra are clear for the texture, while the judge of chords hears many notes at once.
  if (dense !== null) return 'several voices';
  if (hasSeveralVoices(polyphony, plausible, whole.track)) return 'several voices';
  const inDoubt = polyphony >= VERDICT.doubtFrom && (heldShare(whole.track) ?? 1) >= VERDICT.heldBySeveral;
  return inDoubt && severalVoices.judge(soundEvidence(whole)) >= VERDICT.surelySeveral ? 'several voices' : 'one voice';
}
