import { deps } from '../_shared/hostedDeps.ts';
import { createForgetDevice } from './handler.ts';

Deno.serve(createForgetDevice(deps));
