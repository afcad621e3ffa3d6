/** The embedded server of the bench, in a process of its own: it tells its address, its rooms, and what it has used. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../supabase/local/server.ts';

const rooms = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'accord-room-'));
// As `npm start` has it: the database in a folder, in a thread.
const server = await startServer({ port: 0, dataDir: folder, mode: 'backend' });
const maker = crypto.randomUUID();
await server.backend!.sql(
  "insert into auth.users (id, email, raw_user_meta_data) values ($1, 'bench@example.com', '{}')",
  [maker],
);
const ids: string[] = [];
for (let n = 0; n < rooms; n++) {
  const id = `Bench_${String(n).padStart(16, '0')}`;
  await server.backend!.sql(
    "insert into public.rooms (room_id, owner_id, name, closes_at) values ($1, $2, 'Bench', now() + interval '1 hour')",
    [id, maker],
  );
  ids.push(id);
}
process.on('message', (asked) => {
  if (asked === 'used') process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss });
  else
    void server.close().then(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit();
    });
});
process.send!({ url: server.url, key: server.keys!.publishable, rooms: ids });
