/** Dependencies of the functions in Deno, from the variables that a hosted project sets. */
import { createLimiter } from './caller.ts';
import { createService, publicBase } from './service.ts';

export const env = (name: string) => Deno.env.get(name);
const service = createService(env);
export const deps = {
  env,
  service,
  limit: createLimiter(env, service),
  publicBase: () => publicBase(env),
  now: Date.now,
};
