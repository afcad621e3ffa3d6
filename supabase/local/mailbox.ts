/**
 * The mailbox of the embedded backend: no mail leaves the machine, they are read here instead, by people at
 * `/mailbox` and by tests at `/mailbox.json`.
 */
import type { CaughtMail } from './backend.ts';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Escapes a text and turns its web addresses into links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

/** The page with every caught mail, newest first. */
export function mailboxPage(mails: readonly CaughtMail[]): string {
  const list = [...mails]
    .reverse()
    .map(
      (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.to)}, <time datetime="${escapeHtml(mail.sentAt)}">${escapeHtml(mail.sentAt)}</time></p>
<pre>${withLinks(mail.text)}</pre></article>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mailbox</title><meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d1b18;background:#faf7f2}
article{border-top:1px solid #d9d2c5;padding:1rem 0}h2{margin:0;font-size:1.1rem}.meta{color:#5d574c;margin:.2rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#0b5c73}</style></head>
<body><h1>Mailbox</h1><p>Mails that this local server caught instead of sending them.</p>
${list || '<p>No mail yet.</p>'}</body></html>`;
}
