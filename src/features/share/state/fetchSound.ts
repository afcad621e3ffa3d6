import { BackendError } from '../../../core/backend/errors.ts';

/** The bytes of a stored recording. @throws BackendError `network` or `not_found` */
export async function fetchSound(url: string): Promise<Blob> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch (error) {
    throw new BackendError('network', 'The recording could not be fetched.', { cause: String(error) });
  }
  if (!answer.ok) throw new BackendError('not_found', `The recording answers ${answer.status}.`);
  return answer.blob();
}
