import { createLimiter } from '../_shared/caller.ts';
import { createService } from '../_shared/service.ts';
import { createSettleRecordings } from './handler.ts';

const env = (name: string) => Deno.env.get(name);
const service = createService(env);

Deno.serve(createSettleRecordings({ env, service, limit: createLimiter(env, service) }));
