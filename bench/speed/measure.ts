import { ACCORD_ENGINE, PEER_PACKAGES, REFERENCE_ENGINE, type PeerName } from '#bench/transcribers/index.ts';
import { bundleChild, choosePeers, EngineProcess, startAll } from '#bench/transcribers/process.ts';
import { quantile } from '#bench/latency/statistics.ts';
import { machine, createLog, table, writeResults } from '#bench/report.ts';
import type { FinishTime } from './live.ts';

/**
 * The speed of each engine, x real time on one thread, ours (with its kernels in WebAssembly, and in TypeScript) and
 * the peers, in turns; the time from the last sample of a recording to its analysis; and the memory over minutes.
 */

/** An engine slower than this gets one pass, x real time. */
const SLOW_REAL_TIME_FACTOR = 2;

const speedText = (speed: number): string => speed.toFixed(speed < 10 ? 1 : 0);
const finishLines = ({ median, longest, pushP95, pushLongest }: FinishTime): string[] => [
  `After the last sample of a minute of singing the analysis takes ${median.toFixed(1)} ms (longest of five ${longest.toFixed(1)} ms; wanted: 50 ms).`,
  `A push of 33 ms of sound, with a read of the live state, takes ${pushP95.toFixed(2)} ms (p95; longest ${pushLongest.toFixed(1)} ms).`,
];

/**
 * Prints a table of the engines, and the cost of a recording for ours.
 * @param named the peers; null takes the small ones that are installed
 */
export async function measureSpeed(
  wanted: number,
  minutes: number,
  named: PeerName[] | null,
  json: boolean,
): Promise<void> {
  const log = createLog(json);
  const { peers, remarks } = choosePeers(named);
  const program = await bundleChild();
  const engines = startAll(program.path, peers);
  engines.splice(1, 0, new EngineProcess(REFERENCE_ENGINE, program.path));
  const ours = new EngineProcess(ACCORD_ENGINE, program.path, ['--expose-gc']);
  try {
    const passes = new Map<string, number[]>(engines.map(({ name }) => [name, []]));
    const peaks = new Map<string, number>();
    // The first pass pays for compilation; then they take turns.
    for (let pass = 0; pass <= wanted; pass++) {
      log(pass === 0 ? 'Warming up ...' : `Pass ${pass} of ${wanted} ...`);
      for (const engine of engines) {
        const factors = passes.get(engine.name)!;
        if (pass > 0 && factors[0] !== undefined && factors[0] < SLOW_REAL_TIME_FACTOR) continue;
        const { timing, peakMegabytes } = await engine.run({ task: 'speed' });
        if (pass === 1) factors.length = 0;
        factors.push(timing.sound / timing.taken);
        peaks.set(engine.name, peakMegabytes);
      }
    }
    const { finish } = await ours.run({ task: 'finish' });
    log(`Streaming ${minutes} minutes ...`);
    const { growth } = await ours.run({ task: 'growth', minutes });
    const results = engines.map(({ name }) => {
      const factors = passes.get(name)!;
      return {
        engine: name,
        speed: quantile(factors, 0.5),
        slowest: Math.min(...factors),
        fastest: Math.max(...factors),
        passes: factors.length,
        peakMegabytes: peaks.get(name)!,
      };
    });
    const text = table(
      ['engine', 'x real time', 'slowest', 'fastest', 'passes', 'peak MB'],
      results.map(({ engine, speed, slowest, fastest, passes, peakMegabytes }) => [
        engine,
        speedText(speed),
        speedText(slowest),
        speedText(fastest),
        String(passes),
        peakMegabytes.toFixed(0),
      ]),
    );
    const lines = [
      ...finishLines(finish),
      `Memory over ${minutes} minutes in one recording: ${growth.megabytes[0]!.toFixed(1)} MB after the first minute, ${growth.megabytes.at(-1)!.toFixed(1)} MB at the end (${growth.grown >= 0 ? '+' : ''}${growth.grown.toFixed(1)} MB, ${growth.notes} notes).`,
    ];
    log(`\n${text}\n\n${[...lines, ...remarks].join('\n')}`);
    const facts = machine(['meyda', ...peers.map((name) => PEER_PACKAGES[name])]);
    const data = { results, finish, growth, remarks };
    const markdown = [text, ...lines, ...remarks].join('\n\n');
    log(writeResults({ name: 'speed', title: 'Speed', markdown, data, facts, isNarrowed: false }));
    if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
  } finally {
    for (const engine of [...engines, ours]) engine.end();
    program.remove();
  }
}
