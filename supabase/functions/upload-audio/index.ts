import { createLimiter } from '../_shared/caller.ts';
import { createService, publicBase } from '../_shared/service.ts';
import { createUploadAudio } from './handler.ts';

const env = (name: string) => Deno.env.get(name);
const service = createService(env);

Deno.serve(createUploadAudio({ env, service, limit: createLimiter(env, service), publicBase: () => publicBase(env) }));
