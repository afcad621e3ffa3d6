import * as aubiojs from 'peer:aubiojs';
import * as pitchfinder from 'peer:pitchfinder';
import * as pitchy from 'peer:pitchy';
import * as ours from '../accuracy/adapter.ts';
import { OURS, peer, type PeerName } from '../engines/index.ts';
import type { Engine } from '../engines/types.ts';
import { finishTime, type FinishTime } from './live.ts';
import { speedSounds } from './sounds.ts';

/** The browser's share of the speed bench, in a worker as the app's own engine: passes of all engines in turns. */

/** What the page hears. */
export type SpeedMessage = { say: string } | { passes: Record<string, number[]>; finish: FinishTime };

const MODULES: Record<string, object> = { aubiojs, pitchfinder, pitchy };
const tell = (message: SpeedMessage): void => (self as unknown as Worker).postMessage(message);

/** A peer that is not installed is bundled as nothing. */
async function engines(): Promise<Map<string, Engine>> {
  const found = new Map<string, Engine>([[OURS, ours]]);
  for (const [name, module] of Object.entries(MODULES)) {
    const all = { ...(module as { default?: object }).default, ...module };
    if (Object.keys(all).length === 0) continue;
    found.set(
      name,
      await peer(name as PeerName, {
        load: async () => all,
        asset: () => Promise.reject(new Error('Not on this page.')),
        wasmFolder: '',
      }),
    );
  }
  return found;
}

self.onmessage = async ({ data: passes }: MessageEvent<number>): Promise<void> => {
  tell({ say: 'Making the sounds ...' });
  const sounds = speedSounds();
  const results: Record<string, number[]> = {};
  const all = await engines();
  // The first pass pays for compilation.
  for (let pass = 0; pass <= passes; pass++) {
    for (const [name, engine] of all) {
      tell({ say: pass === 0 ? `${name} warms up ...` : `Pass ${pass} of ${passes}: ${name} ...` });
      let sound = 0;
      const begin = performance.now();
      for (const { pcm, sampleRate } of sounds) {
        await engine.analyze(pcm, sampleRate);
        sound += pcm.length / sampleRate;
      }
      if (pass > 0) (results[name] ??= []).push(sound / ((performance.now() - begin) / 1000));
    }
  }
  tell({ say: 'The end of a recording ...' });
  const finish = finishTime();
  tell({ passes: results, finish });
};
