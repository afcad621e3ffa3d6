import { LIMITER_CEILING, LIMITER_PROCESSOR, type LimiterOnset } from './limiterProtocol.ts';

/** Limit of silence, -80 dBFS. */
const SILENCE_LEVEL = 1e-4;
/** Minimum silence before a new onset, s. */
const MIN_GAP_S = 0.02;
/**
 * Hold time of the gain before it recovers, s; longer than a period of C1, so that low notes are not distorted.
 */
const HOLD_S = 0.04;
/** Time constant of the recovery, s. */
const RELEASE_S = 0.12;

/**
 * A peak limiter without lookahead, the last stage before the speakers. It has no latency; the native compressor has
 * 6 ms, which a player would notice. The gain falls at once to the level of the ceiling, is held for a period of
 * C1, and recovers slowly, so that the waveform is not distorted. Reports the first sample of sound after
 * silence, from which the latency on the screen is computed.
 */
class LimiterProcessor extends AudioWorkletProcessor {
  #gain = 1;
  #held = 0;
  #silentFor = 1;
  readonly #recovery = 1 - Math.exp(-1 / (RELEASE_S * sampleRate));

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const input = inputs[0]!;
    const output = outputs[0]!;
    const frames = output[0]!.length;
    if (input.length === 0) {
      this.#silentFor += frames / sampleRate;
      this.#gain = 1;
      return true;
    }
    for (let i = 0; i < frames; i++) {
      let peak = 0;
      for (let channel = 0; channel < input.length; channel++) {
        const level = Math.abs(input[channel]![i]!);
        if (level > peak) peak = level;
      }
      this.#listen(peak, i);
      const targetGain = peak > LIMITER_CEILING ? LIMITER_CEILING / peak : 1;
      if (targetGain <= this.#gain) {
        this.#gain = targetGain;
        this.#held = targetGain < 1 ? HOLD_S * sampleRate : 0;
      } else if (this.#held > 0) {
        this.#held -= 1;
      } else {
        this.#gain += (1 - this.#gain) * this.#recovery;
        if (this.#gain > targetGain) this.#gain = targetGain;
      }
      for (let channel = 0; channel < output.length; channel++) {
        output[channel]![i] = input[Math.min(channel, input.length - 1)]![i]! * this.#gain;
      }
    }
    return true;
  }

  #listen(peak: number, offset: number): void {
    if (peak < SILENCE_LEVEL) {
      this.#silentFor += 1 / sampleRate;
      return;
    }
    if (this.#silentFor > MIN_GAP_S) {
      const frame = currentFrame + offset;
      const onset = { type: 'onset', frame, silence: this.#silentFor, rendered: Date.now() } satisfies LimiterOnset;
      this.port.postMessage(onset);
    }
    this.#silentFor = 0;
  }
}

registerProcessor(LIMITER_PROCESSOR, LimiterProcessor);
