let expected = false;

/** Called on a change of screen: the next heading that appears takes the focus. */
export function expectScreenFocus(): void {
  expected = true;
}

/** True on the first call after a change of screen. */
export function takeScreenFocus(): boolean {
  const taken = expected;
  expected = false;
  return taken;
}
