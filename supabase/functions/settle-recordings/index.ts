import { deps } from '../_shared/hostedDeps.ts';
import { createSettleRecordings } from './handler.ts';

Deno.serve(createSettleRecordings(deps));
