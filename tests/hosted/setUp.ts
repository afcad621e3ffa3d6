/** One Postgres for all files of a run, each of which makes its own database of the same template. */
import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';
import { makeTemplate, whyNoStandIn, type Template } from './standIn.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    standIn: Template;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const reason = whyNoStandIn();
  if (reason !== null) throw new Error(`There is no stand-in for a hosted project here: ${reason}.`);
  const cluster = await startCluster();
  try {
    project.provide('standIn', await makeTemplate(cluster));
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return () => cluster.close();
}
