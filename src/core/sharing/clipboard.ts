import { withTimeout } from '../lifetime/withTimeout.ts';

/** A clipboard that has not answered after this time will not, ms. */
const WRITTEN_MS = 3000;

/**
 * Copies a text. Without access to the clipboard (an old browser, a missing permission, an expired gesture) it copies
 * from a hidden text area.
 * @returns false when neither worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    return await withTimeout(
      navigator.clipboard.writeText(text).then(() => true),
      WRITTEN_MS,
      () => copyFromTextArea(text),
    );
  } catch {
    return copyFromTextArea(text);
  }
}

function copyFromTextArea(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  // Not focusable, invisible, and large enough that iOS does not zoom in.
  area.readOnly = true;
  area.tabIndex = -1;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = 'position:fixed;inset:0 auto auto -9999px;font-size:16px';
  // Inside an open dialog, which traps the focus.
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
