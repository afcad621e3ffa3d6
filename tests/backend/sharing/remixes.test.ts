import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import {
  fragranceRow,
  makeShare,
  newMember,
  newSecret,
  newShareId,
  refused,
  rest,
  rpc,
  shareRow,
  startTestServer,
  TO_MEMBERS,
  TO_VISITORS,
  upload,
  visitor,
  wav,
  type Member,
} from '../support/testServer.ts';

/* What came of what: noted by whoever made the child, shown to all while both sides can be seen. */

interface Card {
  kind: string;
  id: string;
  name: string;
}
interface Lineage {
  parent: Card | null;
  children: Card[];
}
type Place = readonly [kind: 'share' | 'fragrance', id: string];

let server: RunningServer;
let ada: Member;
let eve: Member;

beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
});
afterAll(async () => server.close());

/** A share of a device. */
async function shareOf(secret: string, name: string): Promise<Place> {
  const id = newShareId();
  const { body } = await upload(server, wav(), undefined, secret);
  const made = await makeShare(
    server,
    shareRow(String(body['audioUrl']).split('/audio/')[1], { share_id: id, name }),
    visitor(server),
    secret,
  );
  expect(made.status).toBe(200);
  return ['share', id];
}

async function fragranceOf(member: Member, name: string, isPublic = true): Promise<Place> {
  const { body } = await rest<{ id: string }[]>(
    server,
    member.headers,
    'POST',
    'fragrance_profiles',
    [fragranceRow(name, { is_public: isPublic })],
    'return=representation',
  );
  return ['fragrance', body[0]!.id];
}

const note = (headers: Record<string, string>, child: Place, parent: Place, secret: string | null = null) =>
  rpc<unknown>(server, headers, 'note_remix', {
    child_kind: child[0],
    child_id: child[1],
    parent_kind: parent[0],
    parent_id: parent[1],
    owner_secret: secret,
  });

async function lineageOf([kind, id]: Place): Promise<Lineage | null> {
  const { status, body } = await rpc<Lineage | null>(server, visitor(server), 'remixes_of', { kind, id });
  expect(status).toBe(200);
  return body;
}

describe('a remix', () => {
  it('names its parent, and the parent shows it, newest first, whatever kind they are of', async () => {
    const device = newSecret();
    const parent = await shareOf(device, 'Parent of two');
    const first = await fragranceOf(ada, 'First child');
    const second = await shareOf(device, 'Second child');
    expect((await note(ada.headers, first, parent)).body).toBe(true);
    expect((await note(visitor(server), second, parent, device)).body).toBe(true);
    expect(await lineageOf(parent)).toMatchObject({
      parent: null,
      children: [
        { kind: 'share', name: 'Second child' },
        { kind: 'fragrance', name: 'First child' },
      ],
    });
    expect((await lineageOf(second))!.parent).toMatchObject({ kind: 'share', id: parent[1], name: 'Parent of two' });
    // A fragrance can be a parent as well.
    const third = await shareOf(device, 'Third');
    expect((await note(visitor(server), third, first, device)).body).toBe(true);
    expect((await lineageOf(first))!.children.map(({ name }) => name)).toEqual(['Third']);
  });

  it('keeps the parent that was noted first, also when it is told again', async () => {
    const [one, other, child] = [
      await fragranceOf(ada, 'One parent'),
      await fragranceOf(ada, 'Other parent'),
      await fragranceOf(ada, 'Child of one'),
    ];
    for (const parent of [one, one, other]) expect((await note(ada.headers, child, parent)).body).toBe(true);
    expect((await lineageOf(child))!.parent).toMatchObject({ name: 'One parent' });
    expect((await lineageOf(other))!.children).toEqual([]);
  });

  it('never goes in a circle, and is none of itself', async () => {
    const [older, newer] = [await fragranceOf(ada, 'Older'), await fragranceOf(ada, 'Newer')];
    expect((await note(ada.headers, newer, older)).body).toBe(true);
    expect((await note(ada.headers, older, newer)).body).toBe(false);
    expect((await note(ada.headers, older, older)).body).toBe(false);
  });

  it('is shown only while both sides can be seen', async () => {
    const [parent, child] = [await fragranceOf(ada, 'Seen parent'), await fragranceOf(eve, 'Private child', false)];
    expect((await note(eve.headers, child, parent)).body).toBe(true);
    expect((await lineageOf(parent))!.children).toEqual([]);
    expect(await lineageOf(child)).toBeNull();
    const publish = (member: Member, id: string, is_public: boolean) =>
      rest(server, member.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public });
    await publish(eve, child[1], true);
    expect((await lineageOf(parent))!.children.map(({ name }) => name)).toEqual(['Private child']);
    await publish(ada, parent[1], false);
    expect((await lineageOf(child))!.parent).toBeNull();
    expect(await lineageOf(parent)).toBeNull();
    // Deleted, it takes nothing else along.
    await rest(server, ada.headers, 'DELETE', `fragrance_profiles?id=eq.${parent[1]}`);
    expect(await lineageOf(child)).toMatchObject({ parent: null, children: [] });
  });
});

describe('others', () => {
  it('cannot say what somebody’s came of', async () => {
    const device = newSecret();
    const [parent, mine, shared] = [
      await fragranceOf(ada, 'A parent'),
      await fragranceOf(ada, 'Mine'),
      await shareOf(device, 'Of a device'),
    ];
    expect(refused(await note(eve.headers, mine, parent))).toEqual(TO_MEMBERS);
    expect(refused(await note(visitor(server), mine, parent, newSecret()))).toEqual(TO_VISITORS);
    expect(refused(await note(visitor(server), shared, parent, newSecret()))).toEqual(TO_VISITORS);
    expect(refused(await note(eve.headers, shared, parent))).toEqual(TO_MEMBERS);
    expect(refused(await note(ada.headers, ['fragrance', "x' or true"], parent))).toEqual(TO_MEMBERS);
    expect((await lineageOf(parent))!.children).toEqual([]);
  });

  it('cannot name a private fragrance of somebody else as a parent, and learn nothing of it', async () => {
    const [secret, child] = [await fragranceOf(ada, 'Not for you', false), await fragranceOf(eve, 'Curious')];
    expect((await note(eve.headers, child, secret)).body).toBe(false);
    expect((await note(eve.headers, child, ['fragrance', crypto.randomUUID()])).body).toBe(false);
    expect(await lineageOf(child)).toMatchObject({ parent: null });
  });

  it('cannot note anything while they are blocked', async () => {
    const mallory = await newMember(server, 'Mallory');
    const [parent, child] = [await fragranceOf(ada, 'Well-behaved'), await fragranceOf(mallory, 'Last one')];
    await server.backend!.sql("insert into private.blocks (member, email_hash, reason) values ($1, '', 'insults')", [
      mallory.id,
    ]);
    const answer = await note(mallory.headers, child, parent);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('blocked');
  });

  it('read and write no row of the table', async () => {
    for (const headers of [visitor(server), eve.headers]) {
      const { status } = await rest(server, headers, 'GET', 'remixes');
      expect([401, 403, 404]).toContain(status);
      const written = await rest(server, headers, 'POST', 'remixes', {
        child_share: 'Abcdefgh',
        parent_share: 'Bbcdefgh',
      });
      expect([401, 403, 404]).toContain(written.status);
    }
  });
});
