import { browserPath } from '#tests/browserPath.ts';
import { readFileSync } from 'node:fs';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFragrance, drop, recordButton, shownEssence } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { fakeMediaArgs, MICROPHONE_WAV } from '#tests/fakeMedia.ts';

/**
 * The app by http at an address of the local network: no secure context, so no microphone, no isolation and no locks.
 */

const HOST_NAME = 'accord.test';
const port = process.env['E2E_PORT'] ?? 5199;

/** A web server in front of the embedded one, which refuses other hosts than its own. */
function hostInFront(): Server {
  return createServer((request, response) => {
    const { origin: _, ...headers } = request.headers;
    const onward = send(
      {
        host: '127.0.0.1',
        port,
        method: request.method,
        path: request.url,
        headers: { ...headers, host: 'localhost' },
      },
      (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)),
    );
    request.pipe(onward.on('error', () => response.destroy()));
  });
}

test.use({
  launchOptions: {
    executablePath: browserPath(),
    args: [...fakeMediaArgs(), `--host-resolver-rules=MAP ${HOST_NAME} 127.0.0.1`],
  },
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from here which fixtures are wanted
  baseURL: async ({}, run) => {
    const host = hostInFront();
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    await run(`http://${HOST_NAME}:${(host.address() as AddressInfo).port}`);
    host.closeAllConnections();
    host.close();
  },
  // The browser ignores the headers of isolation there, and reports this.
  expectedConsole: [/Cross-Origin-Opener-Policy|Origin-Agent-Cluster|Failed to load resource/],
});

test('a file becomes a fragrance', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await drop(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
  await createFragrance(page);
  expect(await shownEssence(page)).not.toEqual([]);
});

test('Record shows that it needs https', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/');
  await recordButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Open this page over https');
});

test('MIDI and the camera show that they need https', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/secret-keyboard');
  await expect(page.getByText(/^Open this page over https to play by MIDI/)).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: 'Video AI Coming Soon!' }).click();
  await page.getByRole('button', { name: 'Turn on camera' }).click();
  await expect(page.locator('[data-error="camera_insecure"]')).toContainText('Open this page over https');
});

test('a message is sent', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('From the next room.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you. We read every message')).toBeVisible();
});

test('an order is sent', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/store');
  await page.getByRole('button', { name: 'Order NAMIBIAN BREEZE' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Ada');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.locator('[type="submit"]').click();
  await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
});
