import { resolve } from 'node:path';
import { keysIn } from '#local/data/dataDir.ts';

/** The keys of the server under test, to read its data and to act as its operator. */
export const serverKeys = () => keysIn(resolve(process.env['E2E_FOLDER'] ?? 'test-results/e2e', '.accord'));
