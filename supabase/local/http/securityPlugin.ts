/**
 * What a build needs for a content security policy without `unsafe-inline`: two packages write <style> elements while the
 * page runs, and here they are given constructed style sheets instead, which a policy leaves alone. A nonce would not do,
 * since a static host sends the same page to everybody, and the rules of the scroll lock depend on the visitor's scrollbar.
 * The plugin also writes what other hosts have to know into the build.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { PolicyEnv } from './headers.ts';
import { hostFiles } from './hostFiles.ts';

/** What sonner does when it is loaded: adds its rules as a <style> element. */
const SONNER_INSERT = /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/;
const SONNER_CONSTRUCT = `function __insertCSS(code) {
  if (!code || typeof document == 'undefined') return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(code)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
`;

/** Where react-remove-scroll, which Radix' dialogs and menus lock the page with, finds what writes its rules. */
const styleSingleton = fileURLToPath(new URL('../../../src/ui/theme/styleSingleton.ts', import.meta.url));

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
      // A version that does it in another way has to be looked at, or its notices would come without their looks.
      if (changed === code)
        throw new Error(
          'sonner no longer adds its styles with __insertCSS: see supabase/local/http/securityPlugin.ts.',
        );
      return { code: changed, map: null };
    },
    generateBundle() {
      for (const [fileName, source] of hostFiles(env)) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
