/**
 * The tap that measures: a worklet with one input for each engine, in the same graph and on the same clock. For every
 * input it reports the frame of the first sample after silence.
 */

/** Quieter than this is silence. Well below the first sample of any engine's attack. */
const THRESHOLD = 1e-6;
/** Silence that must have passed before sound counts as an onset, s. */
const GAP = 0.012;

interface Onset {
  input: number;
  /** Frame on the context's clock. */
  frame: number;
}

const CODE = `registerProcessor('bench-tap', class extends AudioWorkletProcessor {
  #silent = [];
  process(inputs) {
    for (let k = 0; k < inputs.length; k++) {
      const samples = inputs[k][0];
      if (!samples) { this.#silent[k] = (this.#silent[k] ?? 1e9) + 128; continue; }
      for (let i = 0; i < samples.length; i++) {
        const loud = Math.abs(samples[i]) > ${THRESHOLD};
        if (loud) {
          if ((this.#silent[k] ?? 1e9) > ${GAP} * sampleRate) this.port.postMessage({ input: k, frame: currentFrame + i });
          this.#silent[k] = 0;
        } else this.#silent[k] = (this.#silent[k] ?? 1e9) + 1;
      }
    }
    return true;
  }
});`;

export interface Tap {
  /** Where an engine is connected; it is heard as well. */
  input(index: number): AudioNode;
  onsets: Onset[];
}

/** Opens a tap with so many inputs. */
export async function openTap(context: AudioContext, inputs: number): Promise<Tap> {
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([CODE], { type: 'text/javascript' })));
  const node = new AudioWorkletNode(context, 'bench-tap', { numberOfInputs: inputs, numberOfOutputs: 1 });
  node.connect(context.destination);
  const onsets: Onset[] = [];
  node.port.onmessage = ({ data }: MessageEvent<Onset>) => onsets.push(data);
  const gains = Array.from({ length: inputs }, (_, index) => {
    const gain = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    gain.connect(node, 0, index);
    return gain;
  });
  return { input: (index) => gains[index]!, onsets };
}
