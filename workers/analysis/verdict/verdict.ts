import { Network } from '../dsp/network.ts';
import { MELODY } from '../parameters.ts';
import { isMelody } from '../monophony/melody.ts';
import { VERDICT } from './parameters.ts';
import { hasSeveralVoices } from '../voices.ts';
import { SOUND_EVIDENCE_LENGTH, soundEvidence, type WholeSound } from './soundEvidence.ts';
import { HAS_NOTES, SEVERAL_VOICES } from './verdict.weights.ts';

/**
 * What a whole sound is. Rules decide (melody.ts, voices.ts), and two small networks where the rules are known to be weak:
 * a choir, a narrow band or a long echo whose voices look like partials, and hits without any clear pitch that look like
 * held notes. On real singing the networks alone are worse than the rules: bench/judge makes no sound that is like it.
 */
export type Verdict = 'several voices' | 'one voice' | 'no notes';

const hasNotes = new Network(HAS_NOTES, SOUND_EVIDENCE_LENGTH);
const severalVoices = new Network(SEVERAL_VOICES, SOUND_EVIDENCE_LENGTH);

/** Judges a whole sound by what both transcribers have found in it. Talk is one voice: it has notes of its own. */
export function verdictOf(whole: WholeSound): Verdict {
  const verdict = judge(whole);
  return verdict === 'no notes' && whole.monophonic.drumShare < MELODY.maxDrumShare ? 'one voice' : verdict;
}

function judge(whole: WholeSound): Verdict {
  const { monophonic, polyphonic, track } = whole;
  const { polyphony, plausible, isOneDeepVoice } = polyphonic;
  const byRules = (): Verdict => (isMelody(monophonic, track) ? 'one voice' : 'no notes');
  if (isOneDeepVoice) return byRules();
  if (hasSeveralVoices(polyphony, plausible, track)) return 'several voices';
  const inDoubt = polyphony >= VERDICT.doubtFrom;
  const isPitched = polyphony > 0;
  if (!inDoubt && isPitched) return byRules();
  const evidence = soundEvidence(whole);
  const music = hasNotes.judge(evidence);
  if (inDoubt && music >= VERDICT.likelyMusic && severalVoices.judge(evidence) >= VERDICT.surelySeveral)
    return 'several voices';
  if (!isPitched && music < VERDICT.hardlyMusic) return 'no notes';
  return byRules();
}
