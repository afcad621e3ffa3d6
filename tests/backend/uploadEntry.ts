export { backendConfig, playableUrl } from '../../src/backend/config.ts';
export { supabase } from '../../src/backend/client.ts';
export { outbox, queueRecording } from '../../src/backend/outbox.ts';
export { uploadAudio } from '../../src/backend/uploadAudio.ts';
