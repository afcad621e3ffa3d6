/** The controls of the page that another element covers: at the start, and scrolled to the middle. The page runs it. */
export function coveredControls(): string[] {
  const CONTROL_SELECTOR =
    'main :is(a[href], button, input, select, textarea, summary, [role=slider]), header :is(a[href], button)';
  const found: string[] = [];
  const check = (control: HTMLElement, when: string): void => {
    const label = (control as HTMLInputElement).labels?.[0];
    // A link of several lines has its text in each of them.
    const box = control.getClientRects()[0];
    if (box === undefined) return;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || x >= innerWidth || y < 0 || y >= innerHeight) return;
    const hit = document.elementFromPoint(x, y);
    if (hit === null || control.contains(hit) || hit.contains(control) || label?.contains(hit) === true) return;
    // Elements below the upper edge of the bar are out of view at the start.
    if (when === 'at the start' && box.top >= hit.getBoundingClientRect().top) return;
    found.push(
      `${when}: "${control.getAttribute('aria-label') ?? control.textContent}" at ${Math.round(y)} lies under ${hit.localName} "${hit.textContent?.slice(0, 30)}"`,
    );
  };
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
    (control) =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      control.getBoundingClientRect().width > 1 &&
      control.closest('[inert]') === null,
  );
  scrollTo({ top: 0, behavior: 'instant' });
  for (const control of controls) check(control, 'at the start');
  for (const control of controls) {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    check(control, 'in the middle');
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return found;
}
