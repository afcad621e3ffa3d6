import { expect, test } from '../support/fixture.ts';
import { heardNames, listenFor } from '../support/speakers.ts';
import { key, card, NOTE_S, open, wake } from '../support/steps/keyboard.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts has that policy.
test.use({ bypassCSP: true });

test(
  'a finger on the piano is heard as the note that it plays, and its scent is shown',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    await wake(page);
    for (const note of ['C4', 'E4', 'A4']) {
      const box = (await key(page, note).boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height - 30);
      await page.mouse.down();
      // Lit on press, not on release.
      await expect(key(page, note)).toHaveAttribute('data-down', '');
      await page.mouse.up();
      await expect(key(page, note)).not.toHaveAttribute('data-down', '');
      await listenFor(page, NOTE_S);
    }
    expect(await heardNames(page)).toEqual(['C4', 'E4', 'A4']);
    await expect(card(page)).toContainText('A4');
    await expect(card(page)).toContainText('Spices & Deep Florals');
    // Event to first sample, measured on the way.
    await expect(page.getByText(/^Touch to sound: \d+ ms$/)).toBeVisible();
  },
);
