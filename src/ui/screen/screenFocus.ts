let isFocusExpected = false;

/** Called on a change of screen: the next heading that appears takes the focus. */
export function expectScreenFocus(): void {
  isFocusExpected = true;
}

/** True on the first call after a change of screen. */
export function consumeScreenFocus(): boolean {
  const taken = isFocusExpected;
  isFocusExpected = false;
  return taken;
}
