import { useState } from 'react';
import { Link, Router } from 'wouter';
import { describe, expect, test } from 'vitest';
import { navigateAfterPaint } from '../../../src/app/navigateAfterPaint.ts';
import { nextPaint } from '../../../src/core/lifetime/nextPaint.ts';
import { Dialog } from '../../../src/ui/controls/Dialog.tsx';
import { Menu, MenuItem } from '../../../src/ui/controls/Menu.tsx';
import { allByRole, byRole, mount } from '../support/mount.tsx';

/** A press is answered on the screen before what takes longer: what it asks for is there a frame later. */

/** Clicks, and waits for what React makes of it before anything is painted. */
async function click(element: HTMLElement): Promise<void> {
  const at = { bubbles: true, cancelable: true, button: 0, isPrimary: true, composed: true };
  element.dispatchEvent(new PointerEvent('pointerdown', at));
  element.dispatchEvent(new PointerEvent('pointerup', at));
  element.click();
  await Promise.resolve();
}

function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="A question">
        <p>What is it?</p>
      </Dialog>
    </>
  );
}

describe('a dialog', () => {
  test('comes after the press that opens it, and is not seen from the press on that closes it', async () => {
    await mount(<Asking />);
    const opener = byRole('button', 'Ask');
    opener.focus();
    await click(opener);
    expect(allByRole('dialog', 'A question')).toEqual([]);
    await expect.poll(() => allByRole('dialog', 'A question').length).toBe(1);
    const dialog = byRole('dialog', 'A question');
    await click(byRole('button', 'Close'));
    expect(dialog.isConnected).toBe(true);
    expect(getComputedStyle(dialog).opacity).toBe('0');
    expect(getComputedStyle(dialog).pointerEvents).toBe('none');
    await expect.poll(() => dialog.isConnected).toBe(false);
    await expect.poll(() => document.activeElement).toBe(opener);
  });

  test('that is asked for again at once stays', async () => {
    await mount(<Asking />);
    const opener = byRole('button', 'Ask');
    await click(opener);
    await expect.poll(() => allByRole('dialog', 'A question').length).toBe(1);
    const dialog = byRole('dialog', 'A question');
    await click(byRole('button', 'Close'));
    // Not by a press: that would be one beside the dialog, and close it.
    opener.click();
    for (let frame = 0; frame < 3; frame++) await nextPaint();
    expect(dialog.isConnected).toBe(true);
    expect(dialog.hasAttribute('data-leaving')).toBe(false);
  });
});

test('a menu comes after the press, and its entries are chosen by the keyboard', async () => {
  const chosen: string[] = [];
  await mount(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem onSelect={() => chosen.push('one')}>One</MenuItem>
    </Menu>,
  );
  await click(byRole('button', 'More'));
  expect(allByRole('menu', 'More')).toEqual([]);
  await expect.poll(() => allByRole('menuitem', 'One').length).toBe(1);
  await click(byRole('menuitem', 'One'));
  expect(chosen).toEqual(['one']);
  await expect.poll(() => allByRole('menuitem', 'One').length).toBe(0);
});

test('a link leads on after the press; what is part of a move of screens comes at once', async () => {
  await mount(
    <Router aroundNav={navigateAfterPaint}>
      <Link href="/store">Store</Link>
    </Router>,
  );
  const before = location.pathname;
  await click(byRole('link', 'Store'));
  expect(location.pathname).toBe(before);
  await expect.poll(() => location.pathname).toBe('/store');
  const navigate = (to: string) => history.pushState(null, '', to);
  navigateAfterPaint(navigate, '/results', { transition: true });
  expect(location.pathname).toBe('/results');
});
