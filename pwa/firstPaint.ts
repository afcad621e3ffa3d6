import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { FirstScreen } from '../src/app/first/screens.tsx';
import { fonts } from './fonts.ts';
import { ASK_FOR_PARTS, SHOW_FIRST } from '../supabase/local/http/firstPaintScripts.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** What the app consists of from its first script on: src/main.ts fetches it when the page has been painted. */
const START = 'src/app/start.tsx';
const SCREENS = 'src/app/first/screens.tsx';
/** Where index.html wants the script that asks for files: after what says how the page is written, before any style sheet. */
const PLACE = '<!-- the parts of the screen -->';

/** Renders what is seen first of each entry screen, by a small build of its own that runs here. */
async function renderScreens({ root, mode, envDir }: ResolvedConfig): Promise<FirstScreen[]> {
  // Below the root, so that it finds its packages.
  const folder = join(root, 'node_modules/.cache/accord', `first-${process.pid}-${Date.now()}`);
  await mkdir(folder, { recursive: true });
  try {
    await build({
      configFile: false,
      root,
      mode,
      envDir,
      logLevel: 'error',
      publicDir: false,
      plugins: [fonts()],
      build: {
        ssr: SCREENS,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'screens.mjs' } },
      },
    });
    const { firstScreens } = (await import(pathToFileURL(join(folder, 'screens.mjs')).href)) as {
      firstScreens: () => Promise<FirstScreen[]>;
    };
    return await firstScreens();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes into the page what is seen of its entry screens before any script has run, and which files each of them needs: the first
 * paint waits for one style sheet and no script, and everything is asked for at once. One page serves every path, whoever
 * serves it; two small scripts choose (supabase/local/http/firstPaintScripts.ts).
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  let rendering: Promise<FirstScreen[]> | null = null;
  return {
    name: 'accord:first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      rendering ??= renderScreens(config);
      // Told when it is waited for.
      rendering.catch(() => undefined);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (bundle === undefined || rendering === null) return html;
        const screens = await rendering;
        rendering = null;
        const chunks = Object.values(bundle).filter((part): part is Chunk => part.type === 'chunk');
        const chunkOf = (module: string): Chunk => {
          const id = join(config.root, module);
          const chunk = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id));
          if (chunk === undefined) throw new Error(`The build has no file of ${module}.`);
          return chunk;
        };
        /** A chunk after all that it imports, and their style sheets. */
        const filesOf = (chunk: Chunk, found = new Set<string>(), seen = new Set<Chunk>()): Set<string> => {
          if (seen.has(chunk)) return found;
          seen.add(chunk);
          for (const name of chunk.imports) {
            const imported = bundle[name];
            if (imported?.type === 'chunk') filesOf(imported as Chunk, found, seen);
          }
          found.add(chunk.fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          return found;
        };
        const inPage = (file: string) => html.includes(file);
        const always = filesOf(chunkOf(START));
        const files: string[] = [];
        const indexOf = (file: string) => {
          const at = files.indexOf(file);
          return at === -1 ? files.push(file) - 1 : at;
        };
        // A screen with words and without them has the same files.
        const parts = screens
          .filter(({ wordsOf }) => wordsOf === undefined)
          .map(({ path, module }) => ({
            path,
            files: [...filesOf(chunkOf(module))]
              .filter((file) => !always.has(file))
              .map((file) => indexOf(config.base + file)),
          }));
        const data = {
          always: [...always].filter((file) => !inPage(file)).map((file) => config.base + file),
          files,
          screens: parts,
        };
        const asks = [
          `<script type="application/json" id="parts">${JSON.stringify(data)}</script>`,
          `<script>${ASK_FOR_PARTS}</script>`,
        ].join('\n    ');
        const tags: HtmlTagDescriptor[] = [
          ...[...screens, { path: '', html: '<p class="boot">Loading...</p>' }].map(
            ({ path, wordsOf, html: markup }: Omit<FirstScreen, 'module'>): HtmlTagDescriptor => ({
              tag: 'template',
              attrs: { 'data-screen': path, ...(wordsOf === undefined ? {} : { 'data-words-of': wordsOf }) },
              children: markup,
              injectTo: 'body',
            }),
          ),
          { tag: 'script', children: SHOW_FIRST, injectTo: 'body' },
        ];
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}.`);
        return { html: html.replace(PLACE, () => asks), tags };
      },
    },
  };
}
