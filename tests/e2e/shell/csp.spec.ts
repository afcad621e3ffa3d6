import { expect, test } from '../support/fixture.ts';

/* The browser logs each violation, and fixture.ts fails a test with a log: so every test checks the policy. */

test.use({ expectedConsole: [/Content Security Policy/] });

test('the policy prevents text from becoming code or rules, and the browser logs it', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      violations.push(message.text());
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
  await expect.poll(() => violations.length).toBe(2);
});
