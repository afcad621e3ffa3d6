/** A name that is looked for: the very words, or a pattern. */
type Words = string | { source: string; flags: string };

/**
 * The first visible element of a page with a role and name, or null. It runs in the page, for engines whose driver
 * cannot look for roles and names: everything that it needs is inside.
 */
export function findVisible(target: {
  role?: string;
  name?: Words;
  label?: Words;
  text?: Words;
  css?: string;
}): Element | null {
  const SELECTORS: Record<string, string> = {
    button: 'button, [role="button"], input[type="submit"]',
    dialog: 'dialog, [role="dialog"]',
    heading: 'h1, h2, h3, h4, h5, h6, [role="heading"]',
    menuitem: '[role="menuitem"]',
  };
  const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const fits = (text: string, words: Words | undefined): boolean =>
    words === undefined ||
    (typeof words === 'string' ? text === words : new RegExp(words.source, words.flags).test(text));
  const isSeen = (element: Element): boolean =>
    element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true });
  /** The text of an element as assistive technology reads it. */
  const accessibleText = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return '';
    if (node.getAttribute('aria-hidden') === 'true' || getComputedStyle(node).visibility === 'hidden') return '';
    return node.getAttribute('aria-label') ?? [...node.childNodes].map(accessibleText).join('');
  };
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by !== null)
      return tidy(
        by
          .split(/\s+/)
          .map((id) => accessibleText(document.getElementById(id) ?? new Text()))
          .join(' '),
      );
    return tidy(element.getAttribute('aria-label') ?? accessibleText(element));
  };
  const ownText = (element: Element): string => tidy(element.textContent);
  let candidates: Element[];
  if (target.css !== undefined) candidates = [...document.querySelectorAll(target.css)];
  else if (target.role !== undefined)
    candidates = [...document.querySelectorAll(SELECTORS[target.role]!)].filter(
      (element) => element.closest('[aria-hidden="true"]') === null && fits(nameOf(element), target.name),
    );
  else if (target.label !== undefined)
    candidates = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter((field) =>
      [field.getAttribute('aria-label'), ...[...(field.labels ?? [])].map(ownText)].some((name) =>
        fits(tidy(name), target.label),
      ),
    );
  else
    // The innermost elements with the text.
    candidates = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        fits(ownText(element), target.text) &&
        ![...element.children].some((child) => fits(ownText(child), target.text)),
    );
  const found = candidates.find(isSeen) ?? null;
  // The driver scrolls smoothly, and takes elements outside of the view for unreachable.
  const box = found?.getBoundingClientRect();
  if (box !== undefined && (box.top < 0 || box.bottom > innerHeight))
    found!.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found;
}
