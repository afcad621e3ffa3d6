/**
 * Prepares a build for a content security policy without `unsafe-inline`. Two packages write <style> elements at run
 * time; the plugin makes them use constructed style sheets, which a policy does not restrict. A nonce would not work:
 * a static host sends the same page to everybody, and the rules of the scroll lock depend on the visitor's scrollbar.
 * The plugin also writes the rules for other hosts into the build.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { PolicyEnv } from './headers.ts';
import { hostFiles } from './hostFiles.ts';

/** The code in sonner that adds its rules as a <style> element when it is loaded. */
const SONNER_INSERT = /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/;
const SONNER_CONSTRUCT = `function __insertCSS(code) {
  if (!code || typeof document == 'undefined') return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(code)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
`;

/** The module that writes the rules of react-remove-scroll, the scroll lock of Radix' dialogs and menus. */
const styleSingleton = fileURLToPath(new URL('../../src/ui/theme/styleSingleton.ts', import.meta.url));

export function security(): Plugin {
  let env: PolicyEnv = {};
  return {
    name: 'accord:security',
    config: () => ({ resolve: { alias: { 'react-style-singleton': styleSingleton } } }),
    configResolved(config) {
      env = config.env as PolicyEnv;
    },
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs(\?|$)/.test(id)) return null;
      const changed = code.replace(SONNER_INSERT, () => SONNER_CONSTRUCT);
      // Fail on an unknown version: without this replacement its notices would have no style.
      if (changed === code)
        throw new Error('sonner no longer adds its styles with __insertCSS: see pwa/hosts/securityPlugin.ts.');
      return { code: changed, map: null };
    },
    generateBundle: {
      // After Vite's own, which writes the page.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no page.');
        for (const [fileName, source] of hostFiles(env, String(page.source)))
          this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}
