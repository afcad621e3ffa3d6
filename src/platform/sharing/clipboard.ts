/**
 * Copies a text. Where the clipboard is out of reach (an old browser, a page without permission, a gesture that is too
 * long ago), a hidden text area is copied from instead.
 * @returns false when neither worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromTextArea(text);
  }
}

function copyFromTextArea(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  // Not focusable by a person, out of sight, and of a size at which iOS does not zoom in on it.
  area.readOnly = true;
  area.tabIndex = -1;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = 'position:fixed;inset:0 auto auto -9999px;font-size:16px';
  // Inside an open dialog, which keeps the focus, rather than behind it.
  const home = before?.closest('[role="dialog"]') ?? document.body;
  home.append(area);
  try {
    area.select();
    area.setSelectionRange(0, text.length);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
