import { mkdirSync } from 'node:fs';
import { NETWORKS } from './run.ts';
import '#bench/kernels.ts';

/** A process of run.ts: analyses every PARTS-th sound, and sends the candidates. */

const [network, folder = '', part, parts, count, ...fonts] = process.argv.slice(2);
const trainer = await NETWORKS[network!]!();
mkdirSync(folder);
for (let i = Number(part); i < Number(count); i += Number(parts))
  process.send!({ i, found: trainer.hear(i, { folder, fonts }) });
process.disconnect();
