import type { LegalPage } from '#core/network/legalPages.ts';
import { BackendError } from '#core/backend/errors.ts';

/**
 * The owner's text of a page, Markdown.
 * @throws BackendError
 */
export async function legalText(page: LegalPage, signal: AbortSignal): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(`/legal/${page}.md`, { signal });
  } catch (error) {
    throw new BackendError('network', 'The text could not be loaded.', { cause: String(error) });
  }
  // A host without the file answers with the page of the app.
  if (!answer.ok || /html/.test(answer.headers.get('content-type') ?? ''))
    throw new BackendError('not_found', 'There is no such text.', { status: answer.status });
  return answer.text();
}
