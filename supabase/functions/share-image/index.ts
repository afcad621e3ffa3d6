import { deps } from '../_shared/hostedDeps.ts';
import { createShareImage } from './handler.ts';

Deno.serve(createShareImage(deps));
