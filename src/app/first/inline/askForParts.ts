/**
 * Inline script of the built page, in the head before the first style sheet (pwa/firstPaint.ts): the first picture must
 * not wait for a file. Requests the style sheets of the screen at this address and, after the first paint, all scripts,
 * which the browser would otherwise discover one after the other.
 *
 * If the app's first script does not load, shows an error instead of a page without functions.
 *
 * Has no imports: the page contains this text, minified.
 */
(() => {
  /** Written by pwa/firstPaint.ts. */
  interface Parts {
    /** Files that every screen needs. */
    always: string[];
    files: string[];
    /** Screens by the pattern of their paths, with positions in `files`. */
    screens: { path: string; files: number[] }[];
  }
  /** Start of the script's requests in a browser that reports no paint, ms. */
  const PAINT_MS = 1500;

  function showLoadError(): void {
    window.early?.end();
    const heading = document.createElement('h1');
    heading.textContent = 'Application Error';
    const words = document.createElement('p');
    words.textContent = 'Failed to load the application. Please try refreshing the page.';
    const reload = document.createElement('button');
    reload.type = 'button';
    reload.textContent = 'Reload';
    reload.addEventListener('click', () => location.reload());
    document.getElementById('root')!.replaceChildren(heading, words, reload);
  }
  window.addEventListener(
    'error',
    ({ target }) => {
      // Not a script of a browser extension.
      if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/`)) return;
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showLoadError);
      else showLoadError();
    },
    true,
  );

  const { always, files, screens } = JSON.parse(document.getElementById('parts')!.textContent) as Parts;
  const screen = screens.find(({ path }) => new RegExp(path, 'i').test(location.pathname));
  const neededFiles = [...always, ...(screen?.files ?? []).map((index) => files[index]!)];

  function requestFile(href: string): void {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'stylesheet' : 'modulepreload';
    if (isStyle) link.setAttribute('blocking', 'render');
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }

  const scripts = neededFiles.filter((href) => href.endsWith('.js'));
  const requestScripts = (): void => scripts.splice(0).forEach(requestFile);

  for (const style of neededFiles.filter((href) => href.endsWith('.css'))) requestFile(style);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    requestScripts();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(requestScripts, PAINT_MS);
})();
