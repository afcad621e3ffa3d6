import { deps } from '../_shared/hostedDeps.ts';
import { createUploadAudio } from './handler.ts';

Deno.serve(createUploadAudio(deps));
