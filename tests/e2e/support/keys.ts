import { resolve } from 'node:path';
import { keysIn } from '#local/data/dataDir.ts';

/** The keys of the server under test, for looking at what it stored and for what only its owner may do. */
export const serverKeys = () => keysIn(resolve(process.env['E2E_FOLDER'] ?? 'test-results/e2e', '.accord'));
