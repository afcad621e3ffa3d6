import { createLimiter } from '../_shared/caller.ts';
import { createService } from '../_shared/service.ts';
import { createShareImage } from './handler.ts';

const env = (name: string) => Deno.env.get(name);
const service = createService(env);

Deno.serve(createShareImage({ env, service, limit: createLimiter(env, service) }));
