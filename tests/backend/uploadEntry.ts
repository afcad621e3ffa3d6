export { backendConfig, playableUrl } from '../../src/backend/config.ts';
export { supabase } from '../../src/backend/client.ts';
export { uploadAudio } from '../../src/backend/uploadAudio.ts';
