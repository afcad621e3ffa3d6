/** What of a voice makes sound. It sounds for ever, at a level of about 1; the voice opens and closes it. */
export interface VoiceSource {
  /** Where it comes out. */
  readonly output: AudioNode;
  /** Cents, of every oscillator in it; bend and vibrato act here. */
  readonly detunes: readonly AudioParam[];
  /**
   * A note begins. Schedules on AudioParams and allocates nothing.
   * @param time on the context's clock, s
   * @param velocity 0 to 1
   * @param brightness 0 to 1, 0.5 is the tone as it is
   */
  strike(time: number, hz: number, velocity: number, brightness: number): void;
  /** The brightness changes while a note sounds. */
  brighten(time: number, brightness: number): void;
  dispose(): void;
}

/** Time constant with which brightness follows, s. */
export const BRIGHTEN = 0.01;
/** Level of the octave at full brightness, as a share of the sine's. */
const OCTAVE_LEVEL = 0.5;

/** The specified sine. Brightness above its middle adds the octave, as a sine has nothing to take away. */
export function sineSource(context: BaseAudioContext): VoiceSource {
  const output = new GainNode(context);
  const fundamental = new OscillatorNode(context);
  const octave = new OscillatorNode(context);
  const octaveLevel = new GainNode(context, { gain: 0 });
  fundamental.connect(output);
  octave.connect(octaveLevel);
  fundamental.start();
  octave.start();
  // Who never brightens a note does not pay for the octave: a browser does not compute what leads nowhere.
  let hasOctave = false;
  const levelFor = (brightness: number): number => {
    const level = Math.max(0, brightness - 0.5) * 2 * OCTAVE_LEVEL;
    if (level > 0 && !hasOctave) {
      octaveLevel.connect(output);
      hasOctave = true;
    }
    return level;
  };
  return {
    output,
    detunes: [fundamental.detune, octave.detune],
    strike: (time, hz, _, brightness) => {
      // A note that was scheduled here and taken back has left its pitch behind.
      fundamental.frequency.cancelScheduledValues(time);
      fundamental.frequency.setValueAtTime(hz, time);
      octave.frequency.cancelScheduledValues(time);
      // The highest notes have no octave that could be heard.
      octave.frequency.setValueAtTime(Math.min(2 * hz, context.sampleRate / 2), time);
      octaveLevel.gain.cancelScheduledValues(time);
      octaveLevel.gain.setValueAtTime(levelFor(brightness), time);
    },
    brighten: (time, brightness) => {
      octaveLevel.gain.cancelScheduledValues(time);
      octaveLevel.gain.setTargetAtTime(levelFor(brightness), time, BRIGHTEN);
    },
    dispose: () => {
      fundamental.stop();
      octave.stop();
      output.disconnect();
    },
  };
}
