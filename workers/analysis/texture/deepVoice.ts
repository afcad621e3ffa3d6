import { midiOfHz } from '../values/pitch.ts';
import { DEEP_VOICE } from './parameters.ts';

/**
 * Detects one very low voice by the pitch path. The polyphonic transcriber cannot separate its partials and takes them
 * for many voices. The common subharmonic of a chord is seldom as low, and then lacks partials that a voice has.
 */
export class DeepVoice {
  /** Voiced steps so far. */
  voiced = 0;
  /** Number of deep steps by semitone, MIDI. */
  readonly #steps = new Uint32Array(128);

  /** Takes the decided pitch of a step, Hz; 0 where it is unvoiced. */
  push(hz: number): void {
    if (!(hz > 0)) return;
    this.voiced++;
    if (hz >= DEEP_VOICE.belowHz) return;
    this.#steps[Math.max(0, Math.round(midiOfHz(hz)))]!++;
  }

  /**
   * True when a very low sound is a voice, and no chord. @param amplitude that of the whole sound so far at a pitch,
   * MIDI
   */
  isOne(amplitude: (midi: number) => number): boolean {
    const usual = this.#steps.indexOf(Math.max(...this.#steps));
    return !isMajorChord(usual, amplitude);
  }
}

/**
 * True when a deep pitch, MIDI, is the common subharmonic of the major chord two octaves above it, which has its
 * partials 4, 5 and 6 alone. A voice also has the partial 7, or the third one with the first or second.
 */
function isMajorChord(pitch: number, amplitude: (midi: number) => number): boolean {
  const partial = (number: number): number => amplitude(pitch + 12 * Math.log2(number));
  const ofVoice = Math.max(partial(7), Math.min(partial(3), Math.max(partial(1), partial(2))));
  return ofVoice < DEEP_VOICE.gap * Math.min(partial(4), partial(5), partial(6));
}
