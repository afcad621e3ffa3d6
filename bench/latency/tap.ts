/**
 * A worklet that measures: one input for each engine, in one graph and on one clock. It reports the frame of each first
 * sample after silence; at the last input, during `watch`, it also counts dropouts.
 */

/** Quieter than this is silence. Well below the first sample of any engine's attack. */
const SILENCE_THRESHOLD = 1e-6;
/** Silence that must have passed before sound counts as an onset, s. */
const MIN_SILENCE_SECONDS = 0.012;

interface Onset {
  input: number;
  /** Frame on the context's clock. */
  frame: number;
}

export interface DropoutReport {
  /** Runs of exact silence of a render quantum (128 frames) or more. */
  silentRuns: number;
  /** Frames that were never rendered, by the jumps of `currentFrame`. */
  missing: number;
  /** Frames that were checked. */
  frames: number;
}

const WORKLET_CODE = `registerProcessor('bench-tap', class extends AudioWorkletProcessor {
  #silent = []; #report = null; #run = 0; #next = 0;
  constructor() {
    super();
    this.port.onmessage = () => {
      if (this.#report !== null) this.port.postMessage({ report: this.#report });
      this.#report = this.#report === null ? { silentRuns: 0, missing: 0, frames: 0 } : null;
      this.#run = this.#next = 0;
    };
  }
  process(inputs) {
    for (let k = 0; k < inputs.length; k++) {
      const samples = inputs[k][0];
      if (!samples) { this.#silent[k] = (this.#silent[k] ?? 1e9) + 128; continue; }
      for (let i = 0; i < samples.length; i++) {
        const loud = Math.abs(samples[i]) > ${SILENCE_THRESHOLD};
        if (loud) {
          if ((this.#silent[k] ?? 1e9) > ${MIN_SILENCE_SECONDS} * sampleRate) this.port.postMessage({ input: k, frame: currentFrame + i });
          this.#silent[k] = 0;
        } else this.#silent[k] = (this.#silent[k] ?? 1e9) + 1;
      }
    }
    if (this.#report !== null) {
      if (this.#next !== 0) this.#report.missing += currentFrame - this.#next;
      this.#next = currentFrame + 128;
      this.#report.frames += 128;
      const samples = inputs.at(-1)[0];
      for (let i = 0; i < 128; i++) {
        if (samples && samples[i] !== 0) this.#run = 0;
        else if (++this.#run === 128) this.#report.silentRuns += 1;
      }
    }
    return true;
  }
});`;

export interface Tap {
  /** The node to connect an engine to. */
  input(index: number): AudioNode;
  onsets: Onset[];
  /** Counts dropouts at the last input until the returned function is called, which resolves with the report. */
  watch(): () => Promise<DropoutReport>;
}

/** Opens a tap with this number of inputs. */
export async function openTap(context: AudioContext, inputs: number): Promise<Tap> {
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([WORKLET_CODE], { type: 'text/javascript' })));
  const node = new AudioWorkletNode(context, 'bench-tap', { numberOfInputs: inputs, numberOfOutputs: 1 });
  node.connect(context.destination);
  const onsets: Onset[] = [];
  const watched = Promise.withResolvers<DropoutReport>();
  node.port.onmessage = ({ data }: MessageEvent<Onset | { report: DropoutReport }>) => {
    if ('report' in data) watched.resolve(data.report);
    else onsets.push(data);
  };
  const gains = Array.from({ length: inputs }, (_, index) => {
    const gain = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    gain.connect(node, 0, index);
    return gain;
  });
  const toggle = (): void => node.port.postMessage(null);
  return {
    input: (index) => gains[index]!,
    onsets,
    watch: () => {
      toggle();
      return () => {
        toggle();
        return watched.promise;
      };
    },
  };
}
