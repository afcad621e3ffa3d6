import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build, createServer, preview, type InlineConfig } from 'vite';
import { isolationHeaders } from '#pwa/hosts/headers.ts';
import { installPackage, type Installed } from '#tests/analysisPackage.ts';

/**
 * The packed engine in an empty page of Vite, with the example that it brings: the microphone plays the known melody.
 */

let installedPackage: Installed;
test.beforeAll(async () => {
  installedPackage = await installPackage();
  const example = join(installedPackage.package, 'example');
  for (const name of readdirSync(example)) copyFileSync(join(example, name), join(installedPackage.folder, name));
});
test.afterAll(() => installedPackage.remove());

const page = (): InlineConfig => ({ root: installedPackage.folder, configFile: false, logLevel: 'error' });

interface Served {
  url: string;
  close(): Promise<void>;
}

const SERVER_MAKERS: Readonly<Record<string, () => Promise<Served>>> = {
  'the dev server, by messages': async () => {
    const server = await createServer({ ...page(), server: { port: 0 } });
    await server.listen();
    return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
  },
  'the preview of a build, by shared memory': async () => {
    await build(page());
    const server = await preview({ ...page(), preview: { port: 0, headers: isolationHeaders } });
    return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
  },
};

for (const [name, serve] of Object.entries(SERVER_MAKERS))
  test(`the packed engine transcribes the microphone in an empty page: ${name}`, { tag: '@slow' }, async ({ page }) => {
    const loud: string[] = [];
    page.on('pageerror', (error) => loud.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') loud.push(message.text());
    });
    const { url, close } = await serve();
    try {
      await page.goto(url);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(name.includes('shared'));
      await page.getByRole('button', { name: 'Listen' }).click();
      // A note sounds for 0.7 s, in a loop: the interval of the reads is shorter than that.
      const pitch = page.locator('#pitch');
      for (const note of ['E4', 'G4', 'A4'])
        await expect.poll(() => pitch.textContent(), { intervals: [50] }).toBe(note);
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.locator('#notes')).toContainText('E4 G4');
      expect(loud).toEqual([]);
    } finally {
      await close();
    }
  });

test(
  'a worker that cannot be loaded, or is busy with a node, ends the call in an error with a code',
  { tag: '@slow' },
  async ({ page }) => {
    const { url, close } = await SERVER_MAKERS['the dev server, by messages']!();
    try {
      await page.goto(url);
      const [broken, second] = await page.evaluate(async () => {
        const { listen } = (await import(
          new URL('/node_modules/@accord/analysis/dist/capture.js', location.href).href
        )) as {
          listen(node: AudioNode, options: object): Promise<unknown>;
        };
        const options = { worklet: '/node_modules/@accord/analysis/dist/worklet.js', onUpdate: () => {} };
        const worker = new Worker('data:text/javascript,throw new Error("broken")');
        const node = new OscillatorNode(new AudioContext());
        const outcome = () =>
          listen(node, { ...options, worker }).then(
            () => 'listens',
            (error: Error) => `${(error.cause as { code: string }).code}: ${error.message}`,
          );
        return Promise.all([outcome(), outcome()]);
      });
      expect(broken).toMatch(/^died: .*(broken|The worker)/);
      expect(second).toBe('protocol: The worker hears another node already.');
    } finally {
      await close();
    }
  },
);
