/**
 * The oscillators or buffers of a voice. They run for the voice's whole life at a level of about 1, gated by its
 * envelope.
 */
export interface VoiceSource {
  /** The node that outputs its sound. */
  readonly output: AudioNode;
  /** Detune of every oscillator, cents; bend and vibrato act here. */
  readonly detunes: readonly AudioParam[];
  /**
   * Begins a note. Schedules on AudioParams and allocates nothing.
   * @param time on the context's clock, s
   * @param velocity 0 to 1
   * @param brightness 0 to 1, 0.5 is the unchanged tone
   */
  strike(time: number, hz: number, velocity: number, brightness: number): void;
  /** Changes the brightness of a sounding note. */
  setBrightness(time: number, brightness: number): void;
  dispose(): void;
}

/** Time constant of changes of brightness, s. */
export const BRIGHTNESS_S = 0.01;
/** Level of the octave at full brightness, as a share of the sine's. */
const OCTAVE_LEVEL = 0.5;

/** The specified sine. Brightness above the middle adds the octave. */
export function sineSource(context: BaseAudioContext): VoiceSource {
  const output = new GainNode(context);
  const fundamental = new OscillatorNode(context);
  const octave = new OscillatorNode(context);
  const octaveLevel = new GainNode(context, { gain: 0 });
  fundamental.connect(output);
  octave.connect(octaveLevel);
  fundamental.start();
  octave.start();
  // Connected at the first brightened note: the browser skips unconnected nodes.
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
      // A cancelled note has left its pitch scheduled.
      fundamental.frequency.cancelScheduledValues(time);
      fundamental.frequency.setValueAtTime(hz, time);
      octave.frequency.cancelScheduledValues(time);
      // The octave of the highest notes is inaudible.
      octave.frequency.setValueAtTime(Math.min(2 * hz, context.sampleRate / 2), time);
      octaveLevel.gain.cancelScheduledValues(time);
      octaveLevel.gain.setValueAtTime(levelFor(brightness), time);
    },
    setBrightness: (time, brightness) => {
      octaveLevel.gain.cancelScheduledValues(time);
      octaveLevel.gain.setTargetAtTime(levelFor(brightness), time, BRIGHTNESS_S);
    },
    dispose: () => {
      fundamental.stop();
      octave.stop();
      output.disconnect();
    },
  };
}
