import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { isolationHeaders } from './supabase/local/headers.ts';
import { security } from './supabase/local/securityPlugin.ts';

// `npm start` and `npm run dev` use this through the local server (supabase/local/server.ts), which puts
// the embedded backend beside it; `npm run build` alone makes a build for a hosted backend.
export default defineConfig({
  plugins: [react(), security()],
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  worker: { format: 'es' },
  build: { target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 600 },
  // A dependency that only a worker or a lazy chunk imports would be found late and reload the first visit.
  optimizeDeps: { include: ['comlink', 'meyda', 'tone/build/esm/core/clock/Clock.js', 'tone/build/esm/core/context/Context.js', 'tone/build/esm/core/context/GlobalContext.js', '@tonejs/midi', '@supabase/supabase-js', 'idb', 'zod', 'zod/mini'] },
});
