/** The look of all mails, that of supabase/templates: text and HTML from the same parts. */
import { escapeHtml } from '../escapeHtml.ts';

/** A paragraph, or a link that looks like a button. */
export type MailPart = string | { link: string; words: string };

/** A mail's subject and both bodies. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

const BUTTON_STYLE =
  'display: inline-block; padding: 14px 26px; border-radius: 999px; background: #251c16; color: #f9f5ee; text-decoration: none';

const htmlOf = (part: MailPart): string =>
  typeof part === 'string'
    ? `      <p>${escapeHtml(part)}</p>`
    : `      <p><a href="${escapeHtml(part.link)}" style="${BUTTON_STYLE}">${escapeHtml(part.words)}</a></p>`;

const textOf = (part: MailPart): string => (typeof part === 'string' ? part : `${part.words}: ${part.link}`);

/** Lays out a mail; all words are plain text and are escaped here. */
export function layOut(subject: string, heading: string, parts: readonly MailPart[]): MailContent {
  const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
  <body style="margin: 0; padding: 32px 16px; background: #f9f5ee; color: #251c16; font: 16px/1.55 Georgia, serif">
    <div style="max-width: 480px; margin: 0 auto">
      <h1 style="font-weight: 400; font-size: 28px">${escapeHtml(heading)}</h1>
${parts.map(htmlOf).join('\n')}
      <p style="color: #6b5d51">Accord</p>
    </div>
  </body>
</html>
`;
  return { subject, text: `${[heading, ...parts.map(textOf), 'Accord'].join('\n\n')}\n`, html };
}
