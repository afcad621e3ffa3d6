import { existsSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { withTimeout } from '#tests/withTimeout.ts';

/** True when a path matches a rule of `_headers` or `_redirects`; `*` at the rule's end matches any rest. */
const matches = (rule: string, path: string): boolean =>
  rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : path === rule;

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/**
 * A static host like Netlify and Cloudflare Pages: it has nothing but a folder and the `_headers` and `_redirects` in
 * it. Files come first; every matching rule for headers adds to the answer.
 */
export async function rulesHost(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  const headers: { path: string; name: string; value: string }[] = [];
  let path = '';
  for (const line of linesOf(join(folder, '_headers'))) {
    const header = /^\s+([\w-]+): (.*)$/.exec(line);
    if (header === null) path = line.trim();
    else headers.push({ path, name: header[1]!, value: header[2]! });
  }
  const redirects = linesOf(join(folder, '_redirects')).map((line) => {
    const [from = '', to = '', status = ''] = line.trim().split(/\s+/);
    return { from, to, status: Number(status) };
  });

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    for (const header of headers) if (matches(header.path, c.req.path)) c.res.headers.set(header.name, header.value);
  });
  app.use(serveStatic({ root: folder }));
  app.all('*', (c) => {
    const rule = redirects.find(({ from }) => matches(from, c.req.path));
    const file = rule === undefined ? '' : join(folder, rule.to);
    if (rule === undefined || !existsSync(file) || !statSync(file).isFile()) return c.notFound();
    return c.html(readFileSync(file, 'utf8'), rule.status as 200);
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((listening) => server.once('listening', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => withTimeout('the end of the host', new Promise<void>((closed) => server.close(() => closed()))),
  };
}
