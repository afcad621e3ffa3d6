/**
 * A page of a real browser on the test server, with modules of the app in it: for behaviour that only a browser has.
 */
import { chromium, type Browser, type Page } from 'playwright';
import { build } from 'vite';
import { fonts } from '#pwa/fonts.ts';
import { kernels } from '#analysis/build/kernelPlugin.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { browserPath } from '#tests/browserPath.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { limitEvaluation } from '#tests/withTimeout.ts';
import type * as App from './appEntry.ts';
import type { Member } from './testServer.ts';

declare global {
  interface Window {
    app: typeof App;
  }
}

type Failed = { failed: string; detail?: string };

export interface AppPage {
  page: Page;
  /** Runs a call of the app on the page; a failure comes back as its code and detail. */
  call<T, Arg>(work: (arg: Arg) => Promise<T>, arg: Arg): Promise<T | Failed>;
  /** Signs a member in with the token that they have. */
  signIn(member: Member): Promise<void>;
  close(): Promise<void>;
}

/** Built once for the files of a process. */
let script: Promise<string> | null = null;

/** A module with all that it imports, as one script that sets `window.app`. */
async function builtScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    plugins: [kernels(), fonts()],
    worker: { format: 'es', plugins: () => [kernels()] },
    // A library leaves the environment open; here it is one script of a page.
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'app', fileName: 'app' },
      rolldownOptions: {
        output: { codeSplitting: false },
        transform: { define: { 'import.meta.url': 'document.baseURI' } },
      },
    },
  });
  const output = (Array.isArray(built) ? built[0]! : built) as { output: { type: string; code?: string }[] };
  return output.output.find((part) => part.type === 'chunk')!.code!;
}

/** Opens an empty page whose `window.app` has the exports of appEntry.ts. */
export async function openAppPage(server: RunningServer): Promise<AppPage> {
  script ??= builtScript('tests/backend/support/appEntry.ts');
  const browser: Browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ bypassCSP: true });
  page.setDefaultTimeout(WAIT_TIMEOUT_MS);
  limitEvaluation(page);
  // A page that the server really serves: one that the test makes up counts as public, and may not call this machine.
  await page.goto(`${server.url}/auth/v1/health`);
  await page.evaluate(
    (tag) => {
      const meta = document.createElement('meta');
      meta.name = 'accord-backend';
      meta.content = tag;
      document.head.append(meta);
    },
    JSON.stringify({ url: '', key: server.keys!.publishable }),
  );
  await page.addScriptTag({ content: await script });
  // The script has run: it sets its exports at its end.
  if (!(await page.evaluate(() => 'app' in window))) throw new Error('appEntry.ts has set no window.app.');
  return {
    page,
    call: (work, arg) => page.evaluate(`window.app.attempt(() => (${work.toString()})(${JSON.stringify(arg)}))`),
    signIn: (member) =>
      page.evaluate(async (token) => {
        const { auth } = await window.app.supabase();
        const { error } = await auth.setSession({ access_token: token, refresh_token: 'none' });
        if (error) throw error;
      }, member.headers['Authorization']!.split(' ')[1]!),
    close: () => browser.close(),
  };
}
