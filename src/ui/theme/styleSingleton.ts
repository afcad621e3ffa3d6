/**
 * Replaces the package `react-style-singleton` (see pwa/hosts/securityPlugin.ts), with its interface: style
 * rules that exist while a component uses them. They go into a constructed sheet, because a content security policy
 * without `unsafe-inline` forbids a <style> element.
 */
import { useEffect, useState } from 'react';

interface Singleton {
  add(rules: string): void;
  remove(): void;
}

/** Rules shared by all users: the first one's apply, and the last one removes them. */
export function stylesheetSingleton(): Singleton {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(rules) {
      if (users++ > 0) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      if (--users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
      sheet = null;
    },
  };
}

/** A hook that applies rules while a component is mounted; with `dynamic` it follows their changes. */
export function styleHookSingleton(): (rules: string, dynamic?: boolean) => void {
  const shared = stylesheetSingleton();
  return function useStyle(rules, dynamic = false) {
    const [first] = useState(rules);
    const css = dynamic ? rules : first;
    useEffect(() => {
      shared.add(css);
      return () => shared.remove();
    }, [css]);
  };
}

/** The hook as a component. */
export function styleSingleton(): (props: { styles: string; dynamic?: boolean }) => null {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }) {
    useStyle(styles, dynamic);
    return null;
  };
}
