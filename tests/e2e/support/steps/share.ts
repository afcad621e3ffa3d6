import type { Page } from '@playwright/test';
import { rowsOf } from '../shareFlow.ts';

/** The paths of the fragrance's drawing on a page. */
export const drawing = (page: Page) =>
  page.locator('main svg[role="img"] path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));

export const views = (page: Page) => page.getByText(/^\d+ views?$/);

/** The words under a name of the share page's list. */
export const listedShare = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: name }) }).locator('dd');

export const countOf = async (request: Parameters<typeof rowsOf>[0], id: string) =>
  (await rowsOf<{ view_count: number }>(request, 'fragrance_shares', `share_id=eq.${id}&select=view_count`))[0]!
    .view_count;
