import { Downmix } from './downmix.ts';
import { createSink, type PcmSink } from './pcmSink.ts';
import { CAPTURE_PROCESSOR, LEAD_PARAMETER, type CaptureControl } from './captureProtocol.ts';

/**
 * Buffer size for render quanta larger than today's 128, which the Web Audio API has announced (`renderSizeHint`).
 */
const MAX_QUANTUM = 4096;
/** Length of a render quantum without channels, samples. */
const QUANTUM_FRAMES = 128;

/**
 * Copies the PCM of the microphone to the analysis worker, numbered by `currentFrame`. Has a silent output, because
 * browsers only process a node that is connected to the destination.
 */
class CaptureProcessor extends AudioWorkletProcessor {
  static readonly parameterDescriptors = [
    { name: LEAD_PARAMETER, defaultValue: 0, minValue: 0, automationRate: 'k-rate' as const },
  ];

  readonly #downmix = new Downmix();
  readonly #mono = new Float32Array(MAX_QUANTUM);
  #sink: PcmSink | null = null;
  #started = false;
  #ended = false;

  constructor() {
    super();
    this.port.onmessage = (event: MessageEvent<CaptureControl>) => {
      const control = event.data;
      if (control.type === 'connect') {
        this.#sink ??= createSink(control);
      } else if (!this.#ended) {
        // Not in process(): a suspended context no longer calls it, and the end must still be sent.
        this.#ended = true;
        this.#sink?.end();
        this.port.close();
      }
    };
  }

  process(inputs: Float32Array[][], _outputs: Float32Array[][], parameters: Record<string, Float32Array>): boolean {
    if (this.#ended) return false;
    const channels = inputs[0];
    if (this.#sink === null || channels === undefined) return true;
    // An input without channels is not connected yet, or paused. Only a pause counts as recorded time.
    if (channels.length > 0 && !this.#started) {
      this.#started = true;
      const lead = Math.round(parameters[LEAD_PARAMETER]![0]! * sampleRate);
      // One silent sample where the recording began: the reader fills the gap after it.
      if (lead > 0) this.#sink.write(currentFrame - lead, this.#mono, 1);
    }
    if (!this.#started) return true;
    const length = channels.length > 0 ? Math.min(channels[0]!.length, MAX_QUANTUM) : QUANTUM_FRAMES;
    this.#downmix.mix(channels, this.#mono, length);
    this.#sink.write(currentFrame, this.#mono, length);
    return true;
  }
}

registerProcessor(CAPTURE_PROCESSOR, CaptureProcessor);
