import { deps } from '../_shared/hostedDeps.ts';
import { createCleanup } from './handler.ts';

Deno.serve(createCleanup(deps));
