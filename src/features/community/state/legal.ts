import { proxy } from 'valtio';
import { legalText } from '../backend/legal.ts';
import { isCoded } from '#core/values/errors.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { legalPages, type LegalPage } from '#core/network/legalPages.ts';

/** The legal page that is shown. */
export const legal = proxy<{
  page: LegalPage | null;
  status: 'loading' | 'ready' | 'missing' | 'unreachable';
  text: string;
}>({
  page: null,
  status: 'loading',
  text: '',
});

const latestTask = new LatestTask();

/** Loads the owner's text of a page. */
export async function loadLegal(page: LegalPage): Promise<void> {
  const signal = latestTask.begin();
  Object.assign(legal, { page, status: 'loading', text: '' });
  if (!legalPages().includes(page)) {
    legal.status = 'missing';
    return;
  }
  try {
    const text = await legalText(page, signal);
    if (!signal.aborted) Object.assign(legal, { status: 'ready', text });
  } catch (error) {
    if (!signal.aborted) legal.status = isCoded(error, 'not_found') ? 'missing' : 'unreachable';
  }
}
