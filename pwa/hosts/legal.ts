/**
 * The legal pages that the owner fills in (docs/legal/): Markdown files named imprint.md, privacy.md and terms.md. A
 * build takes them from the folder ACCORD_LEGAL. A file counts once nothing is left to fill in.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnv, type Plugin } from 'vite';
import { LEGAL_PAGES } from '../../src/core/network/legalPages.ts';

/** Marks the places of the templates where the operator has to write something. */
const PLACEHOLDER = 'FILL IN';

/** Largest file, bytes. */
const MOST_BYTES = 256 * 1024;

/** The texts by the name of their page. Calls `log` for each file that is not ready. */
export function readLegal(folder: string, log: (line: string) => void = () => undefined): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of LEGAL_PAGES) {
    const file = join(folder, `${name}.md`);
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`${file} cannot be read, so it is not shown.`);
      continue;
    }
    if (text.includes(PLACEHOLDER)) log(`${file} still says "${PLACEHOLDER}", so it is not shown.`);
    else if (Buffer.byteLength(text) > MOST_BYTES) log(`${file} is larger than 256 KiB, so it is not shown.`);
    else if (text.trim() !== '') texts.set(name, text);
  }
  return texts;
}

/** Writes into a page which legal pages there are. */
function withLegalTag(html: string, names: Iterable<string>): string {
  const list = [...names].join(' ');
  return list === '' ? html : html.replace('</head>', `<meta name="accord-legal" content="${list}"></head>`);
}

/** Puts the texts of the folder ACCORD_LEGAL, a variable of the shell or of `.env`, into a build. */
export function legalPlugin(): Plugin {
  let texts = new Map<string, string>();
  return {
    name: 'accord:legal',
    apply: 'build',
    configResolved({ mode, root, envDir }) {
      const folder = loadEnv(mode, envDir || root, 'ACCORD_')['ACCORD_LEGAL'];
      if (!folder) return;
      if (!existsSync(resolve(root, folder)))
        throw new Error(
          `ACCORD_LEGAL is "${folder}", which is not there. Name the folder with the legal pages, or leave it out.`,
        );
      texts = readLegal(resolve(root, folder), (line) => console.warn(line));
    },
    transformIndexHtml: { order: 'post', handler: (html) => withLegalTag(html, texts.keys()) },
    generateBundle() {
      for (const [name, source] of texts) this.emitFile({ type: 'asset', fileName: `legal/${name}.md`, source });
    },
  };
}
