interface LayoutKeyboard {
  getLayoutMap?(): Promise<ReadonlyMap<string, string>>;
}

/**
 * The labels of the visitor's keys by `KeyboardEvent.code`; null in browsers without a layout map (Firefox, Safari,
 * phones).
 */
export async function printedKeys(): Promise<ReadonlyMap<string, string> | null> {
  const { keyboard } = navigator as Navigator & { keyboard?: LayoutKeyboard };
  try {
    return (await keyboard?.getLayoutMap?.()) ?? null;
  } catch {
    // Rejected inside a frame without the permission.
    return null;
  }
}

/** True when key events belong to a text field and must not play notes. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;
}
