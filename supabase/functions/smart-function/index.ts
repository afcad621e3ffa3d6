import { deps } from '../_shared/hostedDeps.ts';
import { createSmartFunction } from './handler.ts';

Deno.serve(createSmartFunction(deps));
