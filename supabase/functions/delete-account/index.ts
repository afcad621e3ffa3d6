import { deps } from '../_shared/hostedDeps.ts';
import { createDeleteAccount } from './handler.ts';

Deno.serve(createDeleteAccount(deps));
