import { localStore } from '#core/storage/localStore.ts';
import { cleanAddress } from '#core/values/nameRules.ts';

/*
 * Stores which mails this browser has requested. Links from those mails are expected here. Any other link may belong to
 * another member: the screen asks the visitor whose account it is before anything happens.
 */

/** Local key of the requests. */
export const MAIL_REQUESTS_KEY = 'accord:asked';
/** A request is valid for this long, ms: the time to find the mail. */
const GOOD_FOR_MS = 24 * 3600 * 1000;
/** Maximum number of stored requests. */
const MAX_REMEMBERED = 8;

export type MailKind = 'signup' | 'recovery';

interface Note {
  kind: MailKind;
  email: string;
  /** ms since 1970. */
  at: number;
}

const isNote = (value: unknown): value is Note => {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, email, at } = value as Partial<Note>;
  return (kind === 'signup' || kind === 'recovery') && typeof email === 'string' && typeof at === 'number';
};

function notes(now: number): Note[] {
  const stored = localStore.read(MAIL_REQUESTS_KEY);
  return Array.isArray(stored)
    ? stored.filter((note): note is Note => isNote(note) && now - note.at < GOOD_FOR_MS && note.at <= now)
    : [];
}

function keep(list: readonly Note[]): void {
  if (list.length === 0) localStore.remove(MAIL_REQUESTS_KEY);
  else localStore.save(MAIL_REQUESTS_KEY, list.slice(-MAX_REMEMBERED));
}

const same = (kind: MailKind, email: string) => (note: Note) =>
  note.kind === kind && note.email === cleanAddress(email).toLowerCase();

/** Records that this browser requested a mail to that address. */
export function storeMailRequest(kind: MailKind, email: string, now = Date.now()): void {
  keep([
    ...notes(now).filter((note) => !same(kind, email)(note)),
    { kind, email: cleanAddress(email).toLowerCase(), at: now },
  ]);
}

/** True when this browser requested a mail of that kind to that address. */
export function wasRequestedHere(kind: MailKind, email: string, now = Date.now()): boolean {
  return notes(now).some(same(kind, email));
}

/** Removes a request: its link was used. */
export function deleteMailRequest(kind: MailKind, email: string, now = Date.now()): void {
  keep(notes(now).filter((note) => !same(kind, email)(note)));
}

/** The address registered here last that is not confirmed yet, as far as this browser has stored it. */
export function lastRegistered(now = Date.now()): string | null {
  return notes(now).findLast(({ kind }) => kind === 'signup')?.email ?? null;
}
