let expected = false;

/** Said by the shell when the screen changes: the next heading that appears takes the focus. */
export function expectScreenFocus(): void {
  expected = true;
}

/** True once after each change of screen. */
export function takeScreenFocus(): boolean {
  const taken = expected;
  expected = false;
  return taken;
}
