import type { Mutant } from '../mutant.ts';
import { APP } from './app.ts';
import { BACKEND } from './backend.ts';
import { DOMAIN } from './domain.ts';
import { ENGINE } from './engine.ts';
import { SERVER } from './server.ts';
import { SOUND } from './sound.ts';
import { TOGETHER } from './together.ts';

/** Every mutant, by the part of the product that it breaks. */
export const MUTANTS: readonly Mutant[] = [...DOMAIN, ...ENGINE, ...SOUND, ...APP, ...BACKEND, ...SERVER, ...TOGETHER];
