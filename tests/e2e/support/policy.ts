import { expect, type Page, type Response } from '@playwright/test';

/** The headers of every page: a policy without loopholes, and permissions for the devices that the app requests. */
export function expectStrictHeaders(answer: Response | null): void {
  const headers = answer?.headers() ?? {};
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  expect(headers['permissions-policy']).toContain('microphone=(self), camera=(self), midi=(self)');
}

/** Loads that the policy blocked, on any page and document of this test. */
export async function violationsOf(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('reportViolation', (words: string) => seen.push(words));
  await page.addInitScript(() => {
    const reportViolation = (window as unknown as { reportViolation: (words: string) => void }).reportViolation;
    document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(
        `${location.pathname}: ${event.effectiveDirective} stopped ${event.blockedURI} (${event.sourceFile}:${event.lineNumber}) ${event.sample}`,
      ),
    );
  });
  return seen;
}
