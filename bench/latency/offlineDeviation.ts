import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { StepTransport } from '../../src/features/instruments/audio/sound/transport.ts';
import { stepTime } from '../../src/features/instruments/domain/beat/beat.ts';

/** Our transport in an offline render: the largest distance of a step from its ideal time, in samples. */
export async function offlineDeviation(
  bpm: number,
  swing: number,
  seconds: number,
): Promise<{ steps: number; samples: number }> {
  const rate = 48_000;
  const native = new OfflineAudioContext(1, seconds * rate, rate);
  const tone = new OfflineContext(native);
  const source = new ConstantSourceNode(native, { offset: 1 });
  const gate = new GainNode(native, { gain: 0 });
  source.connect(gate).connect(native.destination);
  source.start();
  const transport = new StepTransport(tone, (_, time) => {
    gate.gain.setValueAtTime(1, time);
    gate.gain.setValueAtTime(0, time + 0.005);
  });
  const begin = 0.0101;
  transport.start({ bpm, swing }, begin);
  const samples = (await tone.render()).getChannelData(0) as Float32Array;
  let steps = 0;
  let worst = 0;
  for (let i = 1; i < samples.length; i++) {
    if (samples[i] !== 1 || samples[i - 1] !== 0) continue;
    worst = Math.max(worst, Math.abs(i - (begin + stepTime(steps, { bpm, swing })) * rate));
    steps += 1;
  }
  return { steps, samples: worst };
}
