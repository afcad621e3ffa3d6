import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fetchJson,
  makeShare,
  newSecret,
  orderOf,
  png,
  recordingForm,
  DEVICE_SECRET,
  shareRow,
  wav,
} from '../backend/support/testServer.ts';
import { addressOf, withClient, SUPERUSER } from './postgres/cluster.ts';
import { pushMigrations } from './postgres/database.ts';
import { startProject, type Project } from './project.ts';
import { openStandIn, templateOfRun, type StandIn } from './standIn.ts';

/**
 * docs/hosting.md, followed word by word on the stand-in for a hosted project: a share that a crawler reads, an order
 * and its mails, a report, and an entry that is hidden. The page of the app is the one of the sources: what a host does
 * with a build is tests/e2e/shell/hosting.spec.ts.
 */

const HOSTING_GUIDE = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8');
const PAGE_SOURCE = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const FUNCTION_FOLDER = new URL('../../supabase/functions/', import.meta.url);

let standIn: StandIn;
let project: Project;
let appUrl: string;
const app = createServer((_request, response) => void response.setHeader('Content-Type', 'text/html').end(PAGE_SOURCE));

beforeAll(async () => {
  await new Promise<void>((done) => app.listen(0, '127.0.0.1', done));
  appUrl = `http://localhost:${(app.address() as AddressInfo).port}`;
  // "Make a project", "supabase db push".
  standIn = await openStandIn(templateOfRun()!);
  project = await startProject(standIn);
  // "supabase secrets set ACCORD_APP_URL=...", "supabase functions deploy": all of them are deployed, these are walked.
  await project.deploy(['upload-audio', 'share-image', 'share-page', 'settle-recordings', 'cleanup-recordings'], {
    ACCORD_APP_URL: appUrl,
  });
});
afterAll(async () => {
  await project?.close();
  await standIn?.close();
  app.closeAllConnections();
  app.close();
});

/** The share that the guide hides. */
const SHARE_ID = 'Ab3dEf9h';
/** Address of the sound of that share. */
let sound: string;
let picture: string;

/** Runs a line of SQL of the guide, with the values of this project instead of its examples. */
const guideSql = (line: string) => {
  expect(HOSTING_GUIDE).toContain(line);
  return standIn.sql(
    line.replace('https://YOUR-PROJECT.supabase.co', project.url).replace('YOUR-SECRET-KEY', standIn.keys.secret),
  );
};

/** The calls of functions that the database has queued since the last reading. */
async function calls() {
  const sent = await standIn.sql<{ url: string; headers: Record<string, string> }>('select url, headers from net.sent');
  await standIn.sql('delete from net.sent');
  return sent.map(({ url, headers }) => ({
    name: url.slice(`${project.url}/functions/v1/`.length),
    call: () => fetchJson<Record<string, unknown>>(url, { method: 'POST', headers, body: '{}' }),
  }));
}

/** Runs a job of the database, and makes the calls that it queues. */
async function runJob(schedule: string) {
  const jobs = await standIn.sql<{ command: string }>('select command from cron.job where schedule = $1', [schedule]);
  expect(jobs).toHaveLength(1);
  await calls();
  await standIn.sql(jobs[0]!.command);
  const [asked, ...more] = await calls();
  expect(more).toEqual([]);
  return { name: asked!.name, answer: await asked!.call() };
}

const call = <T>(name: string, body: object) =>
  fetchJson<T>(`${project.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...visitor(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const visitor = () => ({ apikey: standIn.keys.publishable, Authorization: `Bearer ${standIn.keys.publishable}` });
const tag = (html: string, name: string) =>
  new RegExp(`<meta\\s+(?:name|property)="${name}"\\s+content="([^"]*)"`).exec(html)?.[1];

describe('docs/hosting.md', () => {
  it('lists exactly the tested commands', () => {
    // The ones for the database and the functions are followed below; a host, a proxy and a dump are programs of
    // others.
    const commands = [...HOSTING_GUIDE.matchAll(/```(?:sh|sql)\n([\s\S]*?)```/g)].flatMap(([, block]) =>
      block!.split('\n').map((line) => line.replace(/\s+#.*/, '').trim()),
    );
    expect(commands.filter(Boolean)).toEqual([
      'supabase login',
      'supabase link --project-ref YOUR-PROJECT',
      'supabase db push',
      'supabase secrets set ACCORD_APP_URL=https://app.example.com',
      'supabase secrets set ACCORD_SMTP_URL=smtps://user:password@mail.example.com:465',
      "supabase secrets set ACCORD_MAIL_FROM='Accord <hello@example.com>'",
      'supabase functions deploy',
      "select vault.create_secret('https://YOUR-PROJECT.supabase.co', 'project_url');",
      "select vault.create_secret('YOUR-SECRET-KEY', 'service_key');",
      "select private.schedule('you@example.com');",
      'cp .env.example .env',
      'npm ci && npm run build',
      "update fragrance_shares set hidden = true where share_id = 'Ab3dEf9h';",
      'VITE_SHOP_WIDGET_SCRIPT=https://sdks.shopifycdn.com/buy-button/latest/buy-button-storefront.min.js',
      'VITE_SHOP_DOMAIN=example.myshopify.com',
      'VITE_SHOP_TOKEN=storefront-access-token',
      'VITE_SHOP_PRODUCT_ID=1234567890',
      "select private.configure('x-caller', 1);",
      "update private.limits set of_one = 2097152 where scope = 'upload-bytes';",
      'supabase db dump --db-url "$DB" -f schema.sql',
      'supabase db dump --db-url "$DB" -f data.sql --use-copy --data-only',
      ...['audio', 'profiles', 'share-images'].map(
        (bucket) => `supabase storage cp -r ss:///${bucket} backup/${bucket} --experimental`,
      ),
      'psql "$NEW" --single-transaction -v ON_ERROR_STOP=1 -f schema.sql -c \'set session_replication_role = replica\' -f data.sql',
      'psql "$NEW" -v ON_ERROR_STOP=1 -f supabase/migrations/20261128001700_platform.sql',
      ...['audio', 'profiles', 'share-images'].map(
        (bucket) => `supabase storage cp -r backup/${bucket} ss:///${bucket} --experimental`,
      ),
    ]);
  });

  it('deploys functions that check their callers, as each is configured', () => {
    const config = readFileSync(new URL('../config.toml', FUNCTION_FOLDER), 'utf8');
    const deployed = readdirSync(FUNCTION_FOLDER).filter((name) => !name.startsWith('_'));
    const open = [...config.matchAll(/\[functions\.([\w-]+)\]\nverify_jwt = false/g)].map(([, name]) => name);
    expect(open.sort()).toEqual(deployed.sort());
  });
});

describe('a project set up by docs/hosting.md', () => {
  it('has a share whose title, picture and sound a crawler can read, behind the host that forwards /share/', async () => {
    const recorded = await fetchJson<{ audioPath: string }>(`${project.url}/functions/v1/upload-audio`, {
      method: 'POST',
      headers: visitor(),
      body: recordingForm(wav()),
    });
    expect(recorded).toMatchObject({ status: 200, body: { success: true } });
    const id = SHARE_ID;
    const stored = await fetchJson(`${project.url}/functions/v1/share-image?id=${id}`, {
      method: 'POST',
      headers: { ...visitor(), 'Content-Type': 'image/png' },
      body: await png(1200, 630),
    });
    expect(stored.status).toBe(200);
    const server = { url: project.url, keys: standIn.keys } as Parameters<typeof makeShare>[0];
    const made = await makeShare(server, shareRow(recorded.body.audioPath, { share_id: id }), visitor());
    expect(made.status).toBe(200);

    const answer = await fetch(`${project.url}/functions/v1/share-page/${id}`);
    // As the guide states: a project without a custom domain sends pages as text, so the host sets the type.
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain']);
    const html = await answer.text();
    expect(html).toContain('<div id="root">');
    expect(tag(html, 'og:title')).toBe('Night Garden');
    expect(tag(html, 'og:url')).toBe(`${appUrl}/share/${id}`);
    const heard = await fetch(tag(html, 'og:audio')!);
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const image = await fetch(tag(html, 'og:image')!);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    sound = heard.url;
    picture = image.url;
    expect(sound.startsWith(`${project.url}/storage/v1/`)).toBe(true);
  });

  it("cleans up once a day, by the database's request to the function", async () => {
    // pg_cron, pg_net and the vault are replaced by functions with their names and arguments.
    await withClient(addressOf(standIn.host, standIn.database, SUPERUSER), (client) =>
      client.query(`
        create schema cron; create schema net; create schema vault;
        create table cron.job (name text, schedule text, command text);
        create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as
          'insert into cron.job values (job_name, schedule, command); select 1::bigint';
        create table net.sent (url text, body jsonb, headers jsonb);
        create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000)
          returns bigint language sql as 'insert into net.sent values (url, body, headers); select 1::bigint';
        create table vault.decrypted_secrets (name text, decrypted_secret text);
        create function vault.create_secret(new_secret text, new_name text) returns void language sql as
          'insert into vault.decrypted_secrets values (new_name, new_secret)';
        grant usage on schema cron, net, vault to postgres;
        grant all on all tables in schema cron, net, vault to postgres;`),
    );
    await guideSql("select vault.create_secret('https://YOUR-PROJECT.supabase.co', 'project_url')");
    await guideSql("select vault.create_secret('YOUR-SECRET-KEY', 'service_key')");
    await guideSql("select private.schedule('you@example.com')");
    const { name, answer } = await runJob('17 3 * * *');
    expect(name).toBe('cleanup-recordings');
    expect(answer.body).toMatchObject({ success: true });
    expect(
      (await fetchJson(`${project.url}/functions/v1/${name}`, { method: 'POST', headers: visitor() })).status,
    ).toBe(401);
  });

  it("mails an order and a report through the provider, by the database's request to the function each minute", async () => {
    const taken: { key: string | undefined; mail: Record<string, unknown> }[] = [];
    const provider = createServer((request, response) => {
      const take = async () => {
        taken.push({ key: request.headers.authorization, mail: (await json(request)) as Record<string, unknown> });
        response.end('{}');
      };
      void take();
    });
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    await project.deploy(['send-mails'], {
      ACCORD_APP_URL: appUrl,
      ACCORD_MAIL_API_KEY: 'KEY',
      ACCORD_MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      ACCORD_MAIL_FROM: 'Accord <hello@example.com>',
    });
    expect((await call('place_preorder', orderOf({ email: 'mailed@example.com' }))).body).toEqual({ status: 'stored' });
    const report = { subject: 'share', id: SHARE_ID, reason: 'spam', details: 'It sells pills.' };
    expect((await call('report', { ...report, owner_secret: newSecret() })).status).toBe(200);
    // A report hides nothing.
    expect((await fetch(`${project.url}/functions/v1/share-page/${SHARE_ID}`)).status).toBe(200);
    const { name, answer } = await runJob('* * * * *');
    expect(name).toBe('send-mails');
    expect(answer.body).toEqual({ success: true, sent: 2, later: 0, given_up: 0 });
    const from = 'Accord <hello@example.com>';
    const textTo = (address: string) =>
      taken.find(({ mail }) => String(mail['to']) === address && mail['from'] === from)?.mail['text'];
    expect(taken.map(({ key }) => key)).toEqual(['Bearer KEY', 'Bearer KEY']);
    expect(textTo('mailed@example.com')).toContain('If it was not you, write to us.');
    expect(textTo('you@example.com')).toContain('mailed@example.com');
    expect(textTo('you@example.com')).toContain(`${appUrl}/share/${SHARE_ID}`);
    expect(
      (await fetchJson(`${project.url}/functions/v1/${name}`, { method: 'POST', headers: visitor() })).status,
    ).toBe(401);
    provider.close();
  });

  it('shows new entries in Studio, and hides an entry from then on', async () => {
    expect(await standIn.sql('select email from public.preorders where merged_into is null')).toEqual([
      { email: 'mailed@example.com' },
    ]);
    expect(await standIn.sql('select subject, subject_id, reason, details from public.reports')).toEqual([
      { subject: 'share', subject_id: SHARE_ID, reason: 'spam', details: 'It sells pills.' },
    ]);
    expect(await standIn.sql('select 1 from private.mails where given_up_at is not null')).toEqual([]);
    await calls();
    await guideSql(`update fragrance_shares set hidden = true where share_id = '${SHARE_ID}'`);
    expect((await call('get_share', { share_id: SHARE_ID })).body).toEqual([]);
    for (const address of [`${project.url}/functions/v1/share-page/${SHARE_ID}`, picture])
      expect((await fetch(address)).status).toBe(404);
    // The database queues one call to remove the file.
    const asked = await calls();
    expect(asked.map(({ name }) => name)).toEqual(['settle-recordings']);
    expect((await asked[0]!.call()).body).toEqual({ success: true });
    // Storage of a real project answers 400, with 404 in the body (docs/backend.md).
    expect((await fetch(sound)).status).toBe(404);
    expect(await standIn.sql('select 1 from private.taken_back')).toEqual([]);
  });

  it('restores the parts that a dump leaves out, by the last line of a restore', async () => {
    const file = 'supabase/migrations/20261128001700_platform.sql';
    expect(HOSTING_GUIDE).toContain(`psql "$NEW" -v ON_ERROR_STOP=1 -f ${file}`);
    const there = () =>
      standIn.sql<{ name: string; what: string }>(`
        select 'trigger' as what, tgname as name from pg_trigger where tgrelid = 'auth.users'::regclass and not tgisinternal
        union all select 'policy', polname from pg_policy where polrelid = 'storage.objects'::regclass
        order by what, name`);
    const before = await there();
    expect(before.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['profile_of_user', 'hold_password', 'members add their photos']),
    );
    await withClient(addressOf(standIn.host, standIn.database, SUPERUSER), (client) =>
      client.query(
        before
          .map(({ what, name }) => `drop ${what} "${name}" on ${what === 'policy' ? 'storage.objects' : 'auth.users'}`)
          .join('; '),
      ),
    );
    expect(await there()).toEqual([]);
    // As `psql` does it, by the role and with the policies that a project allows it.
    await standIn.sql("delete from supabase_migrations.schema_migrations where name = 'platform'");
    expect(await pushMigrations(standIn.host, standIn.database)).toEqual(['20261128001700_platform.sql']);
    expect(await there()).toEqual(before);
  });

  it('takes the address of a caller from the configured header', async () => {
    await guideSql("select private.configure('x-caller', 1)");
    expect(
      await standIn.sql(
        "select value from private.settings where name in ('address_header', 'trusted_hops') order by name",
      ),
    ).toEqual([{ value: 'x-caller' }, { value: '1' }]);
    // The default header, which a visitor can set, is ignored.
    const place = (address: string, i: number) =>
      fetchJson(`${project.url}/rest/v1/rpc/place_preorder`, {
        method: 'POST',
        headers: {
          ...visitor(),
          'Content-Type': 'application/json',
          'X-Forwarded-For': `198.51.100.${i}`,
          'X-Caller': address,
        },
        body: JSON.stringify({
          preorder: {
            email: `${address}.${i}@example.com`,
            name: 'Ada',
            fragrance_id: 'namibian-breeze',
            fragrance_name: 'NAMIBIAN BREEZE',
          },
          owner_secret: DEVICE_SECRET,
        }),
      });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await place('203.0.113.9', i)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await place('203.0.113.10', 0)).status).toBe(200);
  });
});
