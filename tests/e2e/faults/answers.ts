import type { Page, Route } from '@playwright/test';

/** What becomes of the answers to the requests that a fault is about. */
export type AnswerFault =
  /** The request goes no further, and is answered with this status. */
  | { kind: 'status'; status: 401 | 429 | 500 }
  /** The request goes no further, and is never answered. */
  | { kind: 'silence' }
  /** The backend does its work, and its answer does not arrive. */
  | { kind: 'answer lost' };

/** What a backend says with such a status. */
const BODIES = {
  401: { message: 'JWT expired', code: 'PGRST303', error: 'unauthorized' },
  429: { message: 'Too many requests', error: 'Too many requests. Please wait a moment.' },
  500: { message: 'Something went wrong on our side.' },
} as const;

/** The backend's answers to one page, with one fault at a time. */
export class Answers {
  #unanswered: Route[] = [];
  /** Requests that met the fault. */
  hit = 0;

  /** From now on requests whose path (with query), or method and path, match meet the fault. */
  async break(page: Page, of: RegExp, fault: AnswerFault): Promise<void> {
    this.hit = 0;
    await page.route('**/*', async (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      const path = pathname + search;
      if (!of.test(path) && !of.test(`${request.method()} ${path}`)) return route.fallback();
      this.hit++;
      if (fault.kind === 'silence') {
        this.#unanswered.push(route);
      } else if (fault.kind === 'answer lost') {
        await route.fetch();
        await route.abort('connectionreset');
      } else {
        const { status } = fault;
        const headers = status === 429 ? { 'Retry-After': '1' } : {};
        await route.fulfill({ status, headers, json: BODIES[status] });
      }
    });
  }

  /** Every request is answered again; those that still wait fail. */
  async heal(page: Page): Promise<void> {
    if (page.isClosed()) return;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const route of this.#unanswered.splice(0)) await route.abort('connectionreset').catch(() => undefined);
  }
}
