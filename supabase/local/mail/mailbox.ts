/**
 * The mailbox of the embedded backend. No mail leaves the machine: people read them at `/mailbox`, tests at
 * `/mailbox.json`.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EmailDriver, EmailMessage } from '@supabase/lite';
import { FORWARDING_HEADERS } from '../http/addresses.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';
import { apiPolicy, mailboxPolicy } from '#pwa/hosts/headers.ts';

/** A caught mail. */
export interface StoredMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO date. */
  sentAt: string;
}

/** The line of the log about a mail; `mailbox` is the address where it can be read. */
export function mailLine({ to, subject }: StoredMail, mailbox: string | null): string {
  return `Mail for ${to}: "${subject}". ${mailbox === null ? 'It was not sent.' : `Read it at ${mailbox}`}`;
}

const MAX_MAILS = 200;

const STYLE_SHEET = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d1b18;background:#faf7f2}
article{border-top:1px solid #d9d2c5;padding:1rem 0}h2{margin:0;font-size:1.1rem}.meta{color:#5d574c;margin:.2rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#0b5c73}`;
const CONTENT_POLICY = mailboxPolicy(`sha256-${createHash('sha256').update(STYLE_SHEET).digest('base64')}`);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  '#43': '+',
};

/**
 * The text of a mail with the addresses of its links. The auth service's own plain text has links that sign in when
 * they are opened; the app's mails have none.
 */
function textOfMail(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|head)[\s\S]*?<\/\1>/gi, '')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2: $1')
    .replace(/\s+/g, ' ')
    .replace(/<\/(p|h\d|div|tr)>|<br ?\/?>/gi, '\n\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#34|#39|#43);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Catches mails in a list, oldest first; keeps the last {@link MAX_MAILS}. */
export function createMailbox(onMail?: (mail: StoredMail) => void): { mails: StoredMail[]; driver: EmailDriver } {
  const mails: StoredMail[] = [];
  let count = 0;
  const driver: EmailDriver = {
    async send({ to, subject, text, html }: EmailMessage) {
      const mail = {
        id: ++count,
        to,
        subject,
        text: html ? textOfMail(html) : (text ?? ''),
        html: html ?? '',
        sentAt: new Date().toISOString(),
      };
      mails.push(mail);
      if (mails.length > MAX_MAILS) mails.shift();
      onMail?.(mail);
    },
  };
  return { mails, driver };
}

/** Escapes a text and turns its web addresses into links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

/** The page of all caught mails, newest first. */
function mailboxPage(mails: readonly StoredMail[]): string {
  const list = [...mails]
    .reverse()
    .map(
      (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(mail.sentAt)}</time></p>
<pre>${withLinks(mail.text)}</pre></article>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mailbox</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>${STYLE_SHEET}</style></head>
<body><h1>Mailbox</h1><p>Mails that this local server caught instead of sending them.</p>
${list || '<p>No mail yet.</p>'}</body></html>`;
}

/**
 * True when a request may read the mailbox. Reset links open accounts, so only this machine may: the request shows no
 * sign of a proxy, behind which all visitors would look like this machine. Some proxies send no header but speak
 * HTTP/1.0. Behind one that shows no sign at all, switch the mailbox off by `ACCORD_MAILBOX=off`.
 */
export function mayReadMailbox(incoming: IncomingMessage): boolean {
  if (incoming.httpVersion === '1.0' || FORWARDING_HEADERS.some((name) => incoming.headers[name] !== undefined))
    return false;
  // A page of another site may send the request, but must not read the answer.
  return incoming.headers['sec-fetch-site'] !== 'cross-site';
}

/** Answers `/mailbox` for people and `/mailbox.json` for programs. */
export function answerMailbox(request: Request, mails: readonly StoredMail[]): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Method not allowed', {
      status: 405,
      headers: { Allow: 'GET, HEAD', 'Content-Security-Policy': apiPolicy },
    });
  const headers = { 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' };
  if (new URL(request.url).pathname.endsWith('.json')) return Response.json(mails, { headers });
  return new Response(mailboxPage(mails), {
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CONTENT_POLICY },
  });
}
