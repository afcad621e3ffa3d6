/** Messages between the main thread and the backend's thread. */
import type { BackendOptions } from '../backendContract.ts';
import type { StoredObject } from '../data/objectBody.ts';
import type { CaughtMail } from '../mail/mailbox.ts';

/** The options that can be sent to another thread. */
export type ThreadSettings = Omit<BackendOptions, 'onMail' | 'say' | 'room'>;

/** A request in transferable form. */
export interface SentRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
}

/** An answer in transferable form; for a stored object its place instead of bytes. */
export interface SentAnswer {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer | null;
  object: StoredObject | null;
}

export type Call =
  | { kind: 'fetch'; request: SentRequest }
  | { kind: 'sql'; query: string; values: readonly unknown[] }
  | { kind: 'snapshot' }
  | { kind: 'close' };

/** An error as plain fields: structured cloning drops its own fields, such as Postgres' code. */
export interface SentError extends Record<string, unknown> {
  name: string;
  message: string;
}

export type Said =
  | { started: string[] }
  | { failed: SentError }
  | { mail: CaughtMail }
  | { line: string }
  | { id: number; value: unknown }
  | { id: number; error: SentError };

export function sentError(error: unknown): SentError {
  const { message = String(error) } = (error ?? {}) as Error;
  const own = Object.entries((error ?? {}) as object).filter(([, value]) => /^(string|number)$/.test(typeof value));
  return { ...Object.fromEntries(own), name: (error as Error | null)?.constructor?.name ?? 'Error', message };
}

export function receivedError({ message, ...more }: SentError): Error {
  return Object.assign(new Error(message), more);
}
