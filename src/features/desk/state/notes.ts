import { proxy } from 'valtio';
import { busyWhile } from '../../../core/shell/busy.ts';
import { isCoded } from '../../../core/values/errors.ts';
import { ownerId } from '../../members/state/session/index.ts';
import { retryWhenOnline } from '../../outbox/state/index.ts';
import { setItemNote } from '../backend/desk.ts';
import { failureWords, isRefusal } from '../domain/failureWords.ts';
import type { Kind } from '../domain/kinds.ts';
import { askAccess, asMember } from './access.ts';
import { noteSaved } from './acts.ts';
import { changeItems } from './list.ts';

/** A note that is being written. */
export interface NoteDraft {
  kind: Kind;
  id: string;
  text: string;
  /** `waiting`: it could not be saved, and is tried again when the connection is back. */
  status: 'writing' | 'saving' | 'waiting';
  /** Why it is not saved. */
  trouble: string | null;
}

/** Key in the tab's storage: what was typed outlives a reload, and not the tab. */
export const NOTES_KEY = 'accord:desk-notes';

/** The notes that are not saved yet, by list and item. */
export const notes = proxy<{ drafts: Record<string, NoteDraft> }>({ drafts: {} });
busyWhile(notes, () => Object.keys(notes.drafts).length > 0);

const keyOf = (kind: Kind, id: string): string => `${kind}:${id}`;

/** The draft of an item's note; undefined when none is written. */
export const draftOf = (drafts: Readonly<Record<string, NoteDraft>>, kind: Kind, id: string): NoteDraft | undefined =>
  drafts[keyOf(kind, id)];

function keep(): void {
  try {
    const drafts = Object.values(notes.drafts).map(({ kind, id, text }) => ({ kind, id, text }));
    if (drafts.length === 0) sessionStorage.removeItem(NOTES_KEY);
    else sessionStorage.setItem(NOTES_KEY, JSON.stringify({ owner: ownerId(), drafts }));
  } catch {
    // Without storage the drafts last as long as the page.
  }
}

/** Writes a draft; what was wrong with an older text is not said of the new one. */
export function writeNote(kind: Kind, id: string, text: string): void {
  notes.drafts[keyOf(kind, id)] = { kind, id, text, status: 'writing', trouble: null };
  keep();
}

/** Throws a draft away. */
export function dropNote(kind: Kind, id: string): void {
  delete notes.drafts[keyOf(kind, id)];
  keep();
}

let stopWaiting: (() => void) | null = null;

/** Tries drafts that wait once more when the connection is back, until none waits. */
function waitForConnection(): void {
  stopWaiting ??= retryWhenOnline(() => {
    for (const { kind, id, status } of Object.values(notes.drafts)) if (status === 'waiting') void saveNote(kind, id);
  });
}

function waitNoLonger(): void {
  if (Object.values(notes.drafts).some(({ status }) => status !== 'writing')) return;
  stopWaiting?.();
  stopWaiting = null;
}

/** Saves a draft. It stays until the database has it. Resolves with true when it has. */
export async function saveNote(kind: Kind, id: string): Promise<boolean> {
  const key = keyOf(kind, id);
  const draft = notes.drafts[key];
  if (draft === undefined || draft.status === 'saving') return false;
  const { text } = draft;
  Object.assign(draft, { status: 'saving', trouble: null });
  try {
    const { log } = await setItemNote(kind, id, text, asMember());
    // Typed on meanwhile: the newer text is a draft of its own.
    if (notes.drafts[key]?.text === text) dropNote(kind, id);
    changeItems(kind, [id], { note: text.trim() });
    noteSaved(log);
    return true;
  } catch (error) {
    const now = notes.drafts[key];
    if (isRefusal(error)) void askAccess({ quietly: true });
    if (now === undefined || now.status !== 'saving') return false;
    const waits = isCoded(error, 'network') || isCoded(error, 'timeout') || isCoded(error, 'server');
    now.status = waits ? 'waiting' : 'writing';
    now.trouble = waits
      ? 'Not saved: there is no connection to the server. It is kept here and saved when the connection is back.'
      : failureWords(error);
    if (waits) waitForConnection();
    return false;
  } finally {
    waitNoLonger();
  }
}

/** Takes up what was typed before a reload, by the same member. */
export function takeUpNotes(): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NOTES_KEY) ?? 'null') as {
      owner?: unknown;
      drafts?: { kind: Kind; id: string; text: string }[];
    } | null;
    if (kept?.owner !== ownerId() || !Array.isArray(kept.drafts)) return;
    for (const { kind, id, text } of kept.drafts)
      if (typeof text === 'string')
        notes.drafts[keyOf(kind, id)] ??= { kind, id, text, status: 'writing', trouble: null };
  } catch {
    // Nothing that can be read was kept.
  }
}

/** Forgets all drafts on the screen; those of the tab's storage stay for their member. */
export function forgetNotes(): void {
  notes.drafts = {};
  waitNoLonger();
}
