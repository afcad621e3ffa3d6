import { describe, expect, it } from 'vitest';
import { cleanUp } from '#shared/cleanUp.ts';
import { createService } from '#shared/service.ts';
import { today } from '#tests/eventLoop.ts';
import { sharedServer } from './support/sharedServer.ts';
import {
  fetchJson,
  callFunction,
  fragranceRow,
  makeShare,
  newMember,
  png,
  rest,
  rpc,
  DEVICE_SECRET,
  shareRow,
  upload,
  wav,
} from './support/testServer.ts';

/** The clean-up, which covers all rows and files. */

const server = await sharedServer();

describe('recordings without a reference', () => {
  it('are deleted after 30 days, and nothing else is', async () => {
    const ada = await newMember(server, 'Ada');
    const stored: Record<string, string> = {};
    for (const [i, use] of ['nobody', 'young', 'shared', 'submitted', 'saved'].entries())
      stored[use] = String((await upload(server, wav({ hz: 900 + i }))).body['audioUrl']);
    const nameOf = (use: string) => stored[use]!.split('/audio/')[1]!;
    // Other files of this process have left things of today.
    const left = async (names: readonly string[]) =>
      (
        await server.backend!.sql<{ name: string }>('select name from storage.objects where name = any($1)', [names])
      ).map(({ name }) => name);
    await makeShare(server, shareRow(nameOf('shared'), { share_id: 'Retained' }));
    const submission = { name: 'Ada', email: 'ada@example.com', audioUrl: stored['submitted'], owner: DEVICE_SECRET };
    await callFunction(server, 'smart-function', submission);
    await rpc(server, ada.headers, 'claim_recording', { audio_path: nameOf('saved'), owner_secret: DEVICE_SECRET });
    expect(
      (
        await rest(
          server,
          ada.headers,
          'POST',
          'fragrance_profiles',
          fragranceRow('Recorded', { audio_path: nameOf('saved') }),
        )
      ).status,
    ).toBe(201);
    const picture = await png(1200, 630);
    for (const id of ['Retained', 'Orphaned']) {
      // The picture comes before its share; here it is planted behind one, past the function.
      const put = await fetchJson(`${server.url}/storage/v1/object/share-images/${id}.png`, {
        method: 'POST',
        headers: { apikey: server.keys!.secret, 'Content-Type': 'image/png' },
        body: picture,
      });
      expect(put.status).toBe(200);
    }
    // A file without its row: the owner took it back while the file could not be removed.
    const orphan = String((await upload(server, wav({ hz: 950 }))).body['audioPath']);
    await server.backend!.sql('delete from public.recordings where audio_path = $1', [orphan]);
    const old = [...['nobody', 'shared', 'submitted', 'saved'].map(nameOf), orphan, 'Retained.png', 'Orphaned.png'];
    await server.backend!.sql(
      "update storage.objects set created_at = now() - interval '31 days' where name = any($1)",
      [old],
    );
    await server.backend!.sql(
      "update public.recordings set created_at = now() - interval '31 days', named_at = null where audio_path = any($1)",
      [old],
    );

    const env = (name: string) => ({ SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret })[name];
    expect(await cleanUp(createService(env), today() - 2 * 86_400_000)).toBeGreaterThanOrEqual(1);
    expect(await left([nameOf('nobody')])).toEqual([nameOf('nobody')]);
    expect(
      (
        await fetchJson(`${server.url}/functions/v1/cleanup-recordings`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${server.keys!.secret}` },
        })
      ).body,
    ).toMatchObject({ success: true, removed: 1 });

    const kept = [...['young', 'shared', 'submitted', 'saved'].map(nameOf), 'Retained.png'];
    expect((await left([...old, nameOf('young')])).sort()).toEqual(kept.sort());
    expect((await fetch(stored['nobody']!)).status).toBe(404);
    expect((await fetch(stored['saved']!)).status).toBe(200);
    expect(await cleanUp(createService(env), today())).toBe(0);
  });
});
