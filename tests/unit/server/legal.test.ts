import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { legalPlugin, readLegal } from '#pwa/hosts/legal.ts';

/** The operator's legal pages: a build has them, and its page names them, once they are filled in. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'accord-legal-'));
  mkdirSync(join(folder, 'legal'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  writeFileSync(join(folder, 'legal/privacy.md'), '# Privacy\n\n<script>alert(1)</script> Nothing is kept.');
  writeFileSync(join(folder, 'legal/terms.md'), 'FILL IN: everything');
  writeFileSync(join(folder, 'legal/imprint.md'), ' \n');
  writeFileSync(join(folder, 'legal/secrets.md'), 'Not for you');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

it('legal pages are files of the build, and listed in the page', async () => {
  vi.stubEnv('ACCORD_LEGAL', 'legal');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [legalPlugin()] });
  const dist = join(folder, 'dist');
  expect(readdirSync(join(dist, 'legal'))).toEqual(['privacy.md']);
  expect(readFileSync(join(dist, 'legal/privacy.md'), 'utf8')).toContain('Nothing is kept.');
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toContain('<meta name="accord-legal" content="privacy">');
  expect(warned.mock.calls.join('\n')).toContain('terms.md still says "FILL IN", so it is not shown.');
  warned.mockRestore();
});

it('legal pages are not shown while they are unfilled templates', () => {
  const templates = new URL('../../../docs/legal/', import.meta.url).pathname;
  expect(readdirSync(templates).sort()).toEqual(['README.md', 'imprint.md', 'privacy.md', 'terms.md']);
  const warnings: string[] = [];
  expect(readLegal(templates, (line) => warnings.push(line)).size).toBe(0);
  expect(warnings).toHaveLength(3);
});
