/**
 * Inline script of the built page, after its templates (pwa/firstPaint.ts). Shows the screen's first picture until the
 * app is ready; if that takes long, a strip beside it shows so. Keeps presses and drops for the app (early.ts) and
 * hides them from React, which may be about to hydrate the page. Hides the login link from a member.
 *
 * A template that needs words is shown only if they exist: those of a share, from its page
 * (supabase/functions/_shared/common/shareWords.ts), or those of the fragrance stored on the device, unless the page
 * got another one. The words may come from other visitors and are inserted as text. Parts that lack their word are
 * removed.
 *
 * Has no imports: the page contains this text, minified.
 */
(() => {
  type Source = NonNullable<typeof globalThis.firstWords>['of'];
  type Words = Record<string, unknown>;
  /** Time without the app after which the page shows that it still loads, ms. */
  const STILL_LOADING_MS = 10_000;

  const root = document.getElementById('root')!;
  const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

  const sources: Record<Source, () => Words | null> = {
    share: () => JSON.parse(document.getElementById('words')!.textContent) as Words,
    fragrance: () =>
      (history.state as { loadedProfile?: unknown } | null)?.loadedProfile ||
      localStorage.getItem('storage_error') !== null
        ? null
        : (JSON.parse(localStorage.getItem('fragranceProfile')!) as Words | null),
  };
  function readWords(source: string): Words | null {
    try {
      const words = sources[source as Source]()!;
      return isText(words['name']) ? words : null;
    } catch {
      return null;
    }
  }

  /** Fills in the words of a picture, or removes the parts that have none. */
  function fillIn(picture: DocumentFragment, words: Words): void {
    for (const part of picture.querySelectorAll<HTMLElement>('[data-word], [data-needs]')) {
      const { word, needs } = part.dataset;
      const text = words[(word ?? needs)!];
      if (!isText(text)) part.remove();
      // As `openingAndRest` of the results has it (words.ts).
      else if (word !== undefined)
        part.textContent =
          (part.dataset['sentence'] === undefined ? null : /^[^]*?[.!?](?=\s|$)/.exec(text.trim())?.[0]) ?? text;
    }
  }

  /** Keeps input until the app takes over. */
  function keepInput(): void {
    const over = new AbortController();
    const early: NonNullable<typeof window.early> = { end: () => over.abort() };
    window.early = early;
    const options = { capture: true, signal: over.signal };
    const controlAt = (event: Event) =>
      (event.target as Element).closest<HTMLElement>('#root button, #root [aria-haspopup]');
    const keepPress = (event: MouseEvent) => {
      const pressed = controlAt(event);
      if (pressed === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.pressed = pressed;
    };
    const keepHeld = (event: PointerEvent) => {
      const control = controlAt(event);
      early.held = control && { control, x: event.clientX, y: event.clientY };
    };
    const letGo = () => {
      early.held = null;
    };
    const keepFiles = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (event.type === 'drop') early.dropped = [...event.dataTransfer.files];
    };
    root.addEventListener('click', keepPress, options);
    root.addEventListener('pointerdown', keepHeld, options);
    window.addEventListener('pointerup', letGo, options);
    window.addEventListener('pointercancel', letGo, options);
    window.addEventListener('dragover', keepFiles, options);
    window.addEventListener('drop', keepFiles, options);
    showStillLoading(over.signal);
  }

  /** Shows after a while that the page still loads. The strip is outside the root, which React takes over. */
  function showStillLoading(over: AbortSignal): void {
    const strip = document.createElement('output');
    strip.className = 'still-loading';
    strip.textContent = 'Still loading';
    const timer = setTimeout(() => document.body.append(strip), STILL_LOADING_MS);
    over.addEventListener('abort', () => {
      clearTimeout(timer);
      strip.remove();
    });
  }

  /** Hides the picture until its style sheets are loaded, in browsers that do not support `blocking`. */
  function awaitStyles(): void {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[blocking]')];
    const late = links.filter(({ sheet }) => sheet === null);
    if (late.length === 0 || late[0]!.blocking?.supports('render')) return;
    root.style.visibility = 'hidden';
    const loaded = (link: HTMLLinkElement) =>
      new Promise((done) => {
        link.addEventListener('load', done);
        link.addEventListener('error', done);
      });
    void Promise.all(late.map(loaded)).then(() => (root.style.visibility = ''));
  }

  const templates = [...document.querySelectorAll<HTMLTemplateElement>('template[data-screen]')];
  /** The first template of this path that has its words; the last one is for every path. */
  function choose(): { content: DocumentFragment; screen: string; of?: string; words: Words | null } {
    for (const { content, dataset } of templates) {
      const { screen = '', wordsOf: of } = dataset;
      if (!new RegExp(screen, 'i').test(location.pathname)) continue;
      if (of === undefined) return { content, screen, words: null };
      const words = readWords(of);
      if (words !== null) return { content, screen, of, words };
    }
    throw new Error('The page has no template for every path.');
  }

  const { content, screen, of, words } = choose();
  for (const template of templates) template.remove();
  if (words !== null) {
    window.firstWords = { of: of as Source, words };
    fillIn(content, words);
  }
  root.replaceChildren(content);
  if (screen === '') return;
  root.setAttribute('data-first', '');
  try {
    if (localStorage.getItem('user') !== null)
      root.querySelector<HTMLElement>('[href="/login"]')!.style.visibility = 'hidden';
  } catch {
    // No storage, or no login link on this screen.
  }
  keepInput();
  awaitStyles();
})();
