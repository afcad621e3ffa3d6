import { assembleNotes, type AssembledNotes } from '../assembleNotes.ts';
import { essenceOf, type Essence } from '../essence.ts';
import { NO_TUNING } from '../monophony/tuning.ts';
import { steps } from '../parameters.ts';
import type { ResonanceMeter } from '../resonances/resonanceMeter.ts';
import { withResonances } from '../resonances/resonances.ts';
import { TEXTURE } from '../texture/parameters.ts';
import { textureLikelihoods, type TextureLikelihood } from '../texture/textureClassifier.ts';
import type { TranscriberResults } from '../texture/textureFeatures.ts';
import { LIVE } from './parameters.ts';

type Found = AssembledNotes & Pick<Essence, 'essence'>;

/** The result as if the sound ended at the last read; the longer the sound, the rarer the reads. */
export class ProvisionalResult {
  readonly #resonances: ResonanceMeter;
  #found: Found = { notes: [], ofOne: new Set(), essence: [], tuning: NO_TUNING, gliding: 0, endsWithOne: true };
  /** Step of the next read. */
  #due = 0;
  /** Final likelihoods of the earliest half seconds, for the next reads. */
  #settled: TextureLikelihood[] = [];

  constructor(resonances: ResonanceMeter) {
    this.#resonances = resonances;
  }

  /**
   * The result of the last read, or of a new one if it is due.
   * @param at number of steps so far
   * @param transcribe results of both transcribers as if the sound ended now
   */
  read(at: number, transcribe: () => TranscriberResults): Found {
    if (at < this.#due) return this.#found;
    this.#due = at + Math.max(steps(LIVE.soFarEvery), Math.round(LIVE.soFarShare * at));
    const whole = transcribe();
    const time = whole.duration;
    const odds = textureLikelihoods(whole, this.#settled);
    this.#settled = odds.slice(0, Math.max(0, Math.floor((time - LIVE.settledAfter) / TEXTURE.every)));
    const heard = assembleNotes(whole, odds);
    const ofNotes = essenceOf(
      heard.notes,
      () => [],
      (note) => heard.ofOne.has(note),
    );
    const isTexture = time - (heard.notes.at(-1)?.offset ?? 0) >= LIVE.textureAfter;
    const { essence } = isTexture ? withResonances(ofNotes, this.#resonances.profile()) : ofNotes;
    return (this.#found = { ...heard, essence });
  }
}
