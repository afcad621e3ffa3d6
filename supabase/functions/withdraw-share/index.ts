import { deps } from '../_shared/hostedDeps.ts';
import { createWithdrawShare } from './handler.ts';

Deno.serve(createWithdrawShare(deps));
