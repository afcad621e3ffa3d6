import * as z from 'zod/mini';
import { orElse } from '../../../core/schema/parts.ts';
import { STATES, type Kind } from './kinds.ts';

/*
 * What a row of each list is. Texts are taken as people have written them: a row is refused when a value has the wrong
 * type, not when a name is odd, since the owner must see it to act on it.
 */

/** Longer than any text of the database, characters. */
const MAX_TEXT = 20_000;

const line = z.string().check(z.maxLength(MAX_TEXT));
const filled = z.string().check(z.minLength(1), z.maxLength(200));
const maybe = z.nullable(line);
const count = z.int().check(z.gte(0));
const words = orElse(z.nullable(z.array(line)), null);

const item = { id: filled, at: filled, state: z.enum(STATES), note: line };

const orderSchema = z.object({
  ...item,
  name: maybe,
  email: maybe,
  fragranceId: maybe,
  fragranceName: maybe,
  price: orElse(z.nullable(z.number()), null),
  currency: orElse(maybe, null),
  country: orElse(maybe, null),
  design: orElse(z.nullable(z.object({ name: line, color: line, bottle: line })), null),
  member: maybe,
  confirmed: z.boolean(),
  /** When whoever ordered took the order back. */
  cancelledAt: maybe,
});

const submissionSchema = z.object({
  ...item,
  name: maybe,
  email: maybe,
  audioUrl: maybe,
  member: maybe,
  fragranceName: maybe,
  look: orElse(z.nullable(z.record(z.string(), z.unknown())), null),
});

const messageSchema = z.object({ ...item, name: maybe, email: maybe, message: line, member: maybe });

/** What can be reported, or answered for. */
const SUBJECTS = ['fragrance', 'share', 'room', 'member'] as const;
/** What has hidden something: an owner, reports, or the block of its maker. */
const CAUSES = ['desk', 'reports', 'block'] as const;

const reportSchema = z.object({
  ...item,
  subject: z.enum(SUBJECTS),
  subjectId: filled,
  name: maybe,
  creator: maybe,
  member: maybe,
  audioUrl: maybe,
  look: orElse(z.nullable(z.record(z.string(), z.unknown())), null),
  shown: z.boolean(),
  hiddenCause: z.nullable(z.enum(CAUSES)),
  hiddenReason: maybe,
  hiddenAt: maybe,
  clearedAt: maybe,
  reports: count,
  reasons: orElse(z.record(z.string(), count), {}),
  details: orElse(z.array(z.object({ reason: line, details: line, at: line })), []),
  answer: maybe,
  answeredAt: maybe,
});

const fragranceSchema = z.object({
  ...item,
  name: maybe,
  creatorName: maybe,
  member: maybe,
  description: maybe,
  musicEssence: words,
  topNotes: words,
  middleNotes: words,
  baseNotes: words,
  look: orElse(z.nullable(z.record(z.string(), z.unknown())), null),
  audioUrl: maybe,
  isPublic: z.boolean(),
  hiddenCause: z.nullable(z.enum(CAUSES)),
  hiddenReason: maybe,
  reports: count,
});

const memberSchema = z.object({
  ...item,
  name: maybe,
  email: maybe,
  location: maybe,
  confirmed: z.boolean(),
  lastSignInAt: maybe,
  owner: z.boolean(),
  blockedAt: maybe,
  blockReason: maybe,
});

/** An entry of the log: who has changed what, when, and how it was before. */
export const logSchema = z.object({
  id: z.int(),
  at: filled,
  actor: maybe,
  actorEmail: maybe,
  act: line,
  kind: line,
  items: z.array(line),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  undoes: z.nullable(z.int()),
  undoneBy: z.nullable(z.int()),
});

/** The schema of each list. */
export const ROW_SCHEMAS = {
  order: orderSchema,
  submission: submissionSchema,
  message: messageSchema,
  report: reportSchema,
  fragrance: fragranceSchema,
  member: memberSchema,
} as const satisfies Record<Kind, z.ZodMiniType>;

/** Columns that are dates of the database. */
export const DATE_FIELDS = [
  'at',
  'hiddenAt',
  'clearedAt',
  'answeredAt',
  'lastSignInAt',
  'blockedAt',
  'cancelledAt',
] as const;

type Rows = { [K in Kind]: { kind: K } & z.output<(typeof ROW_SCHEMAS)[K]> };

/** A row of one list. */
export type ItemOf<K extends Kind> = Rows[K];
/** A row of any list. */
export type DeskItem = Rows[Kind];
export type LogEntry = z.output<typeof logSchema>;
