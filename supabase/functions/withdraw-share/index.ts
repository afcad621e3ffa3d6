import { createLimiter } from '../_shared/caller.ts';
import { createService, publicBase } from '../_shared/service.ts';
import { createWithdrawShare } from './handler.ts';

const env = (name: string) => Deno.env.get(name);
const service = createService(env);

Deno.serve(
  createWithdrawShare({ env, service, limit: createLimiter(env, service), publicBase: () => publicBase(env) }),
);
