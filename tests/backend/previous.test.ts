import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fragranceProfilesTable } from '../../src/features/fragrance/backend/fragranceTables.ts';
import { sharesTable } from '../../src/features/share/backend/shareTables.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { folderOfThen, recorded } from '../fixtures/previous/folder.ts';
import { PEOPLE } from '../fixtures/previous/people.ts';
import type { DeviceProfile } from '../fixtures/previous/profile.ts';
import type { ServerRows } from '../fixtures/previous/rows.ts';
import { ask, getShare, rest, rpc, visitor, wav } from './support/testServer.ts';

/** What people left on a server with an earlier version is there in this one. */

const sound = wav();
let server: RunningServer;
let folder: string;
let rows: ServerRows['tables'];
let own: Record<string, string>;

/** A port that was free a moment ago: stored addresses name it before the server is there. */
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

beforeAll(async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  folder = await folderOfThen(origin, sound);
  rows = recorded<ServerRows>('server.json', origin).tables;
  server = await startServer({ port, dataDir: folder, mode: 'backend' });
});
afterAll(async () => {
  await server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The secret that a device of then keeps. */
const secretOf = (device: 'visitor' | 'member'): string =>
  recorded<DeviceProfile>(`${device}.json`, server.url).local['accord:owner'] ?? '';

describe('a data folder of an earlier version', () => {
  it('gets the migrations that came since, and only those', () => {
    const known = Object.keys(recorded<ServerRows>('server.json', '').migrations);
    expect(server.backend!.applied).not.toEqual([]);
    expect(server.backend!.applied.filter((name) => known.includes(name))).toEqual([]);
  });

  it("opens for the member's password, with profile, photo, fragrance and order", async () => {
    const { email, password, displayName, favoriteSound } = PEOPLE.member;
    const json = { apikey: server.keys!.publishable, 'Content-Type': 'application/json' };
    const session = await ask<{ access_token: string }>(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email, password }),
    });
    expect(session).toMatchObject({ status: 200 });
    own = { apikey: server.keys!.publishable, Authorization: `Bearer ${session.body.access_token}` };

    const mine = await rpc<{
      profile: { liquid_name: string; favorite_sound: string; profile_photo: string };
      fragrances: { name: string }[];
      orders: { fragrance_id: string }[];
      shares: { share_id: string }[];
    }>(server, own, 'export_my_data');
    expect(mine.body.profile).toMatchObject({ liquid_name: displayName, favorite_sound: favoriteSound });
    expect(mine.body.orders).toMatchObject([{ fragrance_id: 'namibian-breeze' }]);
    expect(mine.body.shares).toHaveLength(1);
    expect((await fetch(mine.body.profile.profile_photo)).status).toBe(200);

    const kept = rows['public.fragrance_profiles']![0]!;
    const listed = await rest<object[]>(
      server,
      own,
      'GET',
      `fragrance_profiles?select=${fragranceProfilesTable.columns()}`,
    );
    expect(listed.body).toHaveLength(1);
    expect(fragranceProfilesTable.fromRow(listed.body[0])).toMatchObject({
      id: kept['id'],
      name: kept['name'],
      musicEssence: kept['music_essence'],
      isPublic: true,
    });
    expect((await rpc<object[]>(server, visitor(server), 'public_fragrances')).body).toHaveLength(1);
  });

  it('shows each share by its link, with its sound', async () => {
    for (const kept of rows['public.fragrance_shares']!) {
      const [row] = (await getShare(server, kept['share_id'])).body;
      const share = sharesTable.fromRow(row);
      expect(share).toMatchObject({ name: kept['name'], musicEssence: kept['music_essence'] });
      expect((await fetch(`${server.url}/share/${String(kept['share_id'])}`)).status).toBe(200);
      const heard = await fetch(`${server.url}/storage/v1/object/public/audio/${String(kept['audio_path'])}`);
      expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/webm']);
      expect(Buffer.from(await heard.arrayBuffer()).equals(Buffer.from(sound))).toBe(true);
    }
  });

  it("still belongs to the visitor's device: its orders, and its share, which it takes back", async () => {
    const [kept] = rows['public.preorders']!.filter(({ email }) => email === PEOPLE.visitor.email);
    const { id, email, name, fragrance_id, fragrance_name } = kept!;
    const again = { preorder: { id, email, name, fragrance_id, fragrance_name }, owner_secret: secretOf('visitor') };
    expect((await rpc(server, visitor(server), 'place_preorder', again)).status).toBe(200);
    expect(await server.backend!.sql('select id from public.preorders where email = $1', [email])).toHaveLength(1);
    expect(await server.backend!.sql('select message from public.contact_messages')).toEqual([
      { message: PEOPLE.visitor.message },
    ]);
    expect(await server.backend!.sql('select name from public.fragrance_submissions')).toEqual([
      { name: PEOPLE.visitor.name },
    ]);

    const shareId = rows['public.fragrance_shares']!.find(({ owner_id }) => owner_id === null)!['share_id'];
    const withdrawn = await ask(`${server.url}/functions/v1/withdraw-share`, {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'application/json' },
      body: JSON.stringify({ shareId, owner: secretOf('visitor') }),
    });
    expect(withdrawn).toMatchObject({ status: 200 });
    expect((await fetch(`${server.url}/share/${String(shareId)}`)).status).toBe(410);
  });
});
