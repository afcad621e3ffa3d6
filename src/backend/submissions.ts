import { callFunction, type CallOptions } from './functions.ts';
import { submissionsTable } from './tables.ts';

/** A finished fragrance that is submitted for review. */
export interface Submission {
  name: string;
  email: string;
  /** URL of the recording in storage. */
  audioUrl: string;
}

/** Submits a fragrance for review (`smart-function`), which alone can write submissions. @throws BackendError */
export async function submitToReview({ name, email, audioUrl }: Submission, options: CallOptions = {}): Promise<void> {
  const fields = { name: name.trim(), email: email.trim(), audioUrl };
  submissionsTable.toRow(fields);
  await callFunction('smart-function', fields, options);
}
