import * as z from 'zod/mini';
import { MAX_FRAGRANCE_NAME_LENGTH } from '../../../core/values/nameRules.ts';
import { BackendError } from '../../../core/backend/errors.ts';
import { callRows, callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { date, orNone, recordingUrl, table } from '../../../core/backend/table.ts';
import { playbackUrlOf } from '../../../core/recordings/audioPath.ts';
import { fieldsOf } from '../../../core/schema/checks.ts';
import { nameOf, textOf } from '../../../core/schema/parts.ts';
import { shareId } from '../../community/domain/index.ts';
import { fragranceFields } from '../../fragrance/backend/index.ts';
import { drawnMeasures, storedBlend, type Drawable } from '../../fragrance/domain/index.ts';
import { knownSecret } from '../../members/backend/index.ts';

/* Answers: the voices that a share answers, and those that answer it. */

const { musicEssence, intensity, complexity, persistence, face, accents, character, proportions } =
  fragranceFields('listed');

const voiceTable = table(
  'share_line',
  z.object({
    shareId,
    name: z.nullable(textOf(MAX_FRAGRANCE_NAME_LENGTH)),
    makerName: orNone(nameOf(50)),
    audioUrl: recordingUrl,
    createdAt: date,
    musicEssence,
    // Absent in shares of older versions.
    intensity: z.nullable(intensity),
    complexity: z.nullable(complexity),
    persistence: z.nullable(persistence),
    face,
    accents,
    character,
    proportions,
  }),
);

/** A shared voice. */
export interface SharedVoice {
  shareId: string;
  name: string | null;
  /** The member who made it, if they chose to show it. */
  makerName: string | null;
  /** URL of its recording. */
  audioUrl: string;
  /** ISO date. */
  createdAt: string;
  /** What its face is drawn from. */
  drawn: Drawable;
}

/** What a share's page knows of answers. */
export interface ShareLine {
  /** From the first voice that is shown to the share itself. */
  voices: SharedVoice[];
  /** A voice before these was taken back or is hidden. */
  broken: boolean;
  /** Its maker allows answers. */
  allowsAnswers: boolean;
  /** It takes one more answer. */
  open: boolean;
  /** Number of its answers. */
  answers: number;
}

const lineSchema = z.object({
  voices: z.array(z.unknown()),
  broken: z.boolean(),
  allows_answers: z.boolean(),
  open: z.boolean(),
  answers: z.int(),
});

/** Reads voices; those that cannot be read are left out, so that the others are still heard. */
function voicesFrom(rows: readonly unknown[]): SharedVoice[] {
  return rows.flatMap((row) => {
    try {
      return [voiceFrom(row)];
    } catch {
      return [];
    }
  });
}

/** @throws BackendError */
function voiceFrom(row: unknown): SharedVoice {
  const { look, ...fields } = fieldsOf(row);
  const voice = voiceTable.fromRow({ ...fieldsOf(look), ...fields });
  return {
    shareId: voice.shareId,
    name: voice.name,
    makerName: voice.makerName ?? null,
    audioUrl: playbackUrlOf(voice.audioUrl) ?? '',
    createdAt: voice.createdAt,
    drawn: {
      musicEssence: voice.musicEssence,
      ...drawnMeasures(voice, voice.musicEssence.length),
      ...(voice.face ? { face: voice.face } : {}),
      ...storedBlend(voice),
    },
  };
}

/** The line of answers that a share ends; null without such a share. @throws BackendError */
export async function findLine(id: string, options: RpcOptions = {}): Promise<ShareLine | null> {
  const answer = await callRpc('share_line', { share_id: id }, options);
  if (answer === null) return null;
  const line = z.safeParse(lineSchema, answer);
  if (!line.success) throw new BackendError('server', 'This is no line of answers.', { detail: 'unreadable_row' });
  const { voices, allows_answers: allowsAnswers, ...rest } = line.data;
  return { ...rest, allowsAnswers, voices: voicesFrom(voices) };
}

/** Where a page of answers ended. The database's own time string: it has microseconds, a date of the app milliseconds. */
export interface AnswerCursor {
  at: string;
  id: string;
}

/** A page of the answers to a share, newest first; `next` is null on the last one. @throws BackendError */
export async function listAnswers(
  id: string,
  after: AnswerCursor | null,
  pageSize: number,
  options: RpcOptions = {},
): Promise<{ answers: SharedVoice[]; next: AnswerCursor | null }> {
  const place = after === null ? {} : { before_at: after.at, before_id: after.id };
  const rows = await callRows('share_answers', { share_id: id, page_size: pageSize, ...place }, options);
  const last = fieldsOf(rows.at(-1));
  return {
    answers: voicesFrom(rows),
    next: rows.length < pageSize ? null : { at: String(last['created_at']), id: String(last['share_id']) },
  };
}

/** Whether a share of one's own takes answers from now on. @throws BackendError */
export async function allowAnswers(id: string, allowed: boolean, options: RpcOptions = {}): Promise<void> {
  await callRpc('allow_answers', { share_id: id, allowed, owner_secret: knownSecret() }, options);
}
