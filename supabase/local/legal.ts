/**
 * The legal pages that the owner fills in (docs/legal/): Markdown files named imprint.md, privacy.md and terms.md. The server
 * reads them from its data folder, a build for other hosts from ACCORD_LEGAL. A file counts once nothing is left to fill in.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LEGAL_PAGES } from '../../src/core/network/legalPages.ts';

/** Stands in the templates where the owner has to write something. */
const PLACEHOLDER = 'FILL IN';

/** Largest file, bytes. */
const MOST_BYTES = 256 * 1024;

/** The texts by the name of their page. `say` hears about files that are not ready. */
export function readLegal(folder: string, say: (line: string) => void = () => undefined): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of LEGAL_PAGES) {
    const file = join(folder, `${name}.md`);
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') say(`${file} cannot be read, so it is not shown.`);
      continue;
    }
    if (text.includes(PLACEHOLDER)) say(`${file} still says "${PLACEHOLDER}", so it is not shown.`);
    else if (Buffer.byteLength(text) > MOST_BYTES) say(`${file} is larger than 256 KiB, so it is not shown.`);
    else if (text.trim() !== '') texts.set(name, text);
  }
  return texts;
}

/** Writes into a page which legal pages there are. */
export function withLegalTag(html: string, names: Iterable<string>): string {
  const list = [...names].join(' ');
  const page = html.replace(/<meta name="accord-legal"[^>]*>/, '');
  return list === '' ? page : page.replace('</head>', `<meta name="accord-legal" content="${list}"></head>`);
}

/** Puts the texts of the folder ACCORD_LEGAL into a build. */
export function legalPlugin(folder = process.env['ACCORD_LEGAL']): Plugin {
  const texts = folder ? readLegal(folder, (line) => console.warn(line)) : new Map<string, string>();
  return {
    name: 'accord:legal',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => withLegalTag(html, texts.keys()) },
    generateBundle() {
      for (const [name, source] of texts) this.emitFile({ type: 'asset', fileName: `legal/${name}.md`, source });
    },
  };
}
