/** One Postgres for all files of a run, each of which makes its own database of the same template. */
import { startCluster } from './postgres/cluster.ts';
import { announce, makeTemplate, whyNoStandIn } from './standIn.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const reason = whyNoStandIn();
  if (reason !== null) throw new Error(`There is no stand-in for a hosted project here: ${reason}.`);
  const cluster = await startCluster();
  try {
    announce(await makeTemplate(cluster));
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return () => cluster.close();
}
