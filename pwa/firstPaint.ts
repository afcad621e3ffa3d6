import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type ResolvedConfig } from 'vite';
import type { FirstScreen } from '../src/app/first/screens.tsx';
import { filesOf, type Chunk } from './firstFiles.ts';
import { fonts } from './fonts.ts';
import { inlineScript } from './inlineScripts.ts';

/** The app after its first script: src/main.ts loads it when the page has been painted. */
const START_MODULE = 'src/app/start.tsx';
const SCREENS_MODULE = 'src/app/first/screens.tsx';
/** Position in index.html of the script that requests files: after the charset, before any style sheet. */
const PARTS_MARKER = '<!-- the parts of the screen -->';

/** Renders the first view of each entry screen, by a separate small build that runs here. */
async function renderScreens({ root, mode, envDir }: ResolvedConfig): Promise<FirstScreen[]> {
  // Below the root, so that packages resolve.
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
        ssr: SCREENS_MODULE,
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
 * Writes into the page the first view of its entry screens and the list of files each of them needs: the first paint
 * needs one style sheet and no script, and all files are requested at once. The same page serves every path on any
 * host; two small scripts choose the screen (src/app/first/inline).
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
      // transformIndexHtml awaits it and reports the error.
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
        const inPage = (file: string) => html.includes(file);
        const always = filesOf(chunkOf(START_MODULE), bundle);
        const files: string[] = [];
        const indexOf = (file: string) => {
          const at = files.indexOf(file);
          return at === -1 ? files.push(file) - 1 : at;
        };
        // A screen has the same files with and without words.
        const parts = screens
          .filter(({ wordsOf }) => wordsOf === undefined)
          .map(({ path, module }) => ({
            path,
            files: [...filesOf(chunkOf(module), bundle)]
              .filter((file) => !always.has(file))
              .map((file) => indexOf(config.base + file)),
          }));
        const data = {
          always: [...always].filter((file) => !inPage(file)).map((file) => config.base + file),
          files,
          screens: parts,
        };
        const requestScript = [
          `<script type="application/json" id="parts">${JSON.stringify(data)}</script>`,
          `<script>${await inlineScript(config.root, 'askForParts')}</script>`,
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
          { tag: 'script', children: await inlineScript(config.root, 'showFirst'), injectTo: 'body' },
        ];
        if (!html.includes(PARTS_MARKER)) throw new Error(`index.html has no ${PARTS_MARKER}.`);
        return { html: html.replace(PARTS_MARKER, () => requestScript), tags };
      },
    },
  };
}
