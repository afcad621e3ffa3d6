import { createService } from '../_shared/service.ts';
import { createCleanup } from './handler.ts';

const env = (name: string) => Deno.env.get(name);
const service = createService(env);

Deno.serve(createCleanup({ env, service, now: Date.now }));
