/**
 * The two inline scripts of the page, as text: the first picture must not wait for a file. They are the same in every
 * build, so that the content security policy can name their hashes; the differing data is written beside them. Both are
 * put into the page by pwa/firstPaint.ts.
 */
import { createHash } from 'node:crypto';

/**
 * Runs in the head, before the first style sheet. Requests the style sheets of the screen at this address and, after the
 * first paint, all scripts, which the browser would otherwise discover one after the other. Requests five per task:
 * requesting forty at once takes a slow phone a fifth of a second. src/app/first/scripts.ts runs the scripts.
 */
export const ASK_FOR_PARTS = `(() => {
  const { always, files, screens } = JSON.parse(document.getElementById('parts').textContent);
  const screen = screens.find(({ path }) => new RegExp(path, 'i').test(location.pathname));
  const wanted = [...always, ...(screen?.files ?? []).map((index) => files[index])];
  const ask = (href) => {
    const link = document.createElement('link');
    const style = href.endsWith('.css');
    link.rel = style ? 'stylesheet' : 'modulepreload';
    if (style) link.setAttribute('blocking', 'render');
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  };
  let scripts = (window.firstScripts = wanted.filter((href) => href.endsWith('.js')));
  const askForScripts = () => {
    scripts.slice(0, 5).forEach(ask);
    scripts = scripts.slice(5);
    if (scripts.length > 0) setTimeout(askForScripts, 0);
  };
  wanted.filter((href) => href.endsWith('.css')).forEach(ask);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    askForScripts();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(askForScripts, 1500);
})()`;

/**
 * Runs after the templates. Shows the screen's first picture until the app is ready. Keeps presses and drops for the app
 * (src/app/first/early.ts) and hides them from React, which may be about to hydrate the page. Hides the login link from
 * a member.
 *
 * A template that needs words is shown only if they exist: those of a share, from its page
 * (supabase/functions/_shared/shareWords.ts), or those of the fragrance that the device keeps, unless another one was
 * handed over. The words may come from strangers and are inserted as text. Parts that lack their word are removed.
 */
export const SHOW_FIRST = `(() => {
  const root = document.getElementById('root');
  const templates = [...document.querySelectorAll('template[data-screen]')];
  const isText = (value) => typeof value === 'string' && value.trim() !== '';
  const sources = {
    share: () => JSON.parse(document.getElementById('words').textContent),
    fragrance: () =>
      history.state?.loadedProfile || localStorage.getItem('storage_error') !== null
        ? null
        : JSON.parse(localStorage.getItem('fragranceProfile')),
  };
  const wordsOf = (source) => {
    try {
      const words = sources[source]();
      return isText(words.name) ? words : null;
    } catch {
      return null;
    }
  };
  let words = null;
  const shown = templates.find(
    ({ dataset }) =>
      new RegExp(dataset.screen, 'i').test(location.pathname) &&
      (dataset.wordsOf === undefined || (words = wordsOf(dataset.wordsOf)) !== null),
  );
  for (const template of templates) template.remove();
  if (words !== null) {
    window.firstWords = { of: shown.dataset.wordsOf, words };
    for (const part of shown.content.querySelectorAll('[data-word], [data-needs]')) {
      const { word, needs } = part.dataset;
      if (!isText(words[word ?? needs])) part.remove();
      else if (word !== undefined) part.textContent = words[word];
    }
  }
  root.replaceChildren(shown.content);
  if (shown.dataset.screen === '') return;
  root.setAttribute('data-first', '');
  try {
    if (localStorage.getItem('user') !== null) root.querySelector('[href="/login"]').style.visibility = 'hidden';
  } catch {}
  const over = new AbortController();
  const early = (window.early = { end: () => over.abort() });
  const listen = (target, types, keep) => {
    for (const type of types) target.addEventListener(type, keep, { capture: true, signal: over.signal });
  };
  const controlAt = ({ target }) => target.closest('#root button, #root [aria-haspopup]');
  listen(root, ['click'], (event) => {
    const pressed = controlAt(event);
    if (pressed === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.pressed = pressed;
  });
  listen(root, ['pointerdown'], (event) => {
    const control = controlAt(event);
    early.held = control && { control, x: event.clientX, y: event.clientY };
  });
  listen(window, ['pointerup', 'pointercancel'], () => (early.held = null));
  listen(window, ['dragover', 'drop'], (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') early.dropped = [...event.dataTransfer.files];
  });
  const late = [...document.querySelectorAll('link[blocking]')].filter(({ sheet }) => sheet === null);
  if (late.length === 0 || ('blocking' in late[0] && late[0].blocking.supports('render'))) return;
  root.style.visibility = 'hidden';
  const loaded = (link) => new Promise((done) => (link.onload = link.onerror = done));
  void Promise.all(late.map(loaded)).then(() => (root.style.visibility = ''));
})()`;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The hashes of the two scripts, as the policy names them. */
export const FIRST_PAINT_HASHES: readonly string[] = [ASK_FOR_PARTS, SHOW_FIRST].map(hashOf);
