// The backend's thread with a database that can be damaged: nothing outside of the thread reaches its memory.
import { register } from 'tsx/esm/api';

register();
// As the backend sets it before it loads its packages.
process.env.EXPERIMENTAL_STORAGE = '1';
await import('./damage.ts');
await import('../../../supabase/local/thread/worker.ts');
