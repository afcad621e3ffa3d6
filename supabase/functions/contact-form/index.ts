import { deps } from '../_shared/hostedDeps.ts';
import { createContactForm } from './handler.ts';

Deno.serve(createContactForm(deps));
