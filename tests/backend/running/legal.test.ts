import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLegal, withLegalTag } from '../../../supabase/local/legal.ts';
import { startServer } from '../../../supabase/local/server.ts';

/** The owner's legal pages: served and named in the page once they are filled in. */

const folder = mkdtempSync(join(tmpdir(), 'accord-legal-'));
const [dist, legal] = [join(folder, 'dist'), join(folder, 'legal')];
beforeAll(() => {
  mkdirSync(dist);
  mkdirSync(legal);
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html><head><title>Accord</title></head><body></body></html>',
  );
  writeFileSync(join(legal, 'privacy.md'), '# Privacy\n\n<script>alert(1)</script> Nothing is kept.');
  writeFileSync(join(legal, 'terms.md'), 'FILL IN: everything');
  writeFileSync(join(legal, 'imprint.md'), ' \n');
  writeFileSync(join(legal, 'secrets.md'), 'Not for you');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('are served as plain text, and named in the page', async () => {
  const said: string[] = [];
  const server = await startServer({
    port: 0,
    dataDir: null,
    mode: 'start',
    build: false,
    dist,
    legal,
    say: (line) => said.push(line),
  });
  try {
    const text = await fetch(`${server.url}/legal/privacy.md`);
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await text.text()).toBe(readFileSync(join(legal, 'privacy.md'), 'utf8'));
    for (const name of ['terms', 'imprint', 'secrets', '../legal/secrets'])
      expect([name, (await fetch(`${server.url}/legal/${name}.md`)).status]).toEqual([name, 404]);
    const page = await (await fetch(`${server.url}/privacy`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('<meta name="accord-legal" content="privacy">');
    expect(said.join('\n')).toContain('terms.md still says "FILL IN", so it is not shown.');
  } finally {
    await server.close();
  }
});

it('of the templates are not ready before somebody has filled them in', () => {
  const templates = new URL('../../../docs/legal/', import.meta.url).pathname;
  expect(readdirSync(templates).sort()).toEqual(['README.md', 'imprint.md', 'privacy.md', 'terms.md']);
  const said: string[] = [];
  expect(readLegal(templates, (line) => said.push(line)).size).toBe(0);
  expect(said).toHaveLength(3);
});

it('take the place of those that the build named', () => {
  const built = withLegalTag('<head></head>', ['imprint', 'terms']);
  expect(built).toBe('<head><meta name="accord-legal" content="imprint terms"></head>');
  expect(withLegalTag(built, ['privacy'])).toBe('<head><meta name="accord-legal" content="privacy"></head>');
  expect(withLegalTag(built, [])).toBe('<head></head>');
});
