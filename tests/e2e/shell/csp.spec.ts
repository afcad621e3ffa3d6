import { expect, test } from '../support/fixture.ts';

/* What the policy stops is told in the console, and fixture.ts fails every test whose console is not quiet: all of them keep to it. */

test.use({ expectedConsole: [/Content Security Policy/] });

test('the policy stops text from becoming code or rules, and tells so in the console', async ({ page }) => {
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) told.push(message.text());
  });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.head.append(script);
    const style = document.createElement('style');
    style.textContent = 'h1 { display: none }';
    document.head.append(style);
    return {
      injected: 'injected' in window,
      hidden: getComputedStyle(document.querySelector('h1')!).display === 'none',
    };
  });
  expect(ran).toEqual({ injected: false, hidden: false });
  await expect.poll(() => told.length).toBe(2);
});
