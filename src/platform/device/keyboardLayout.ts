interface LayoutKeyboard {
  getLayoutMap?(): Promise<ReadonlyMap<string, string>>;
}

/** What is printed on the visitor's keys, by `KeyboardEvent.code`; null where the browser does not tell (Firefox, Safari, phones). */
export async function printedKeys(): Promise<ReadonlyMap<string, string> | null> {
  const { keyboard } = navigator as Navigator & { keyboard?: LayoutKeyboard };
  try {
    return (await keyboard?.getLayoutMap?.()) ?? null;
  } catch {
    // Refused inside a frame without the permission.
    return null;
  }
}

/** True when keys typed now belong to a field, and must not play. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}
