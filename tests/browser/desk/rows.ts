import { json, type FakeService } from '../support/fakeService.ts';

/* Rows as the database gives them to an owner, and a service that does. */

export type Row = Record<string, unknown>;

/** The item of a row: the newest has the highest number. */
const item = (n: number): Row => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  at: `2026-01-02T03:04:${String(n % 60).padStart(2, '0')}.123456+00:00`,
  state: 'new',
  note: '',
});

/** An order. */
export const orderRow = (n: number, fields: Row = {}): Row => ({
  ...item(n),
  name: `Buyer ${n}`,
  email: `buyer${n}@example.com`,
  fragrance_id: 'namibian-breeze',
  fragrance_name: 'NAMIBIAN BREEZE',
  design: null,
  member: null,
  confirmed: false,
  cancelled_at: null,
  ...fields,
});

/** A public fragrance. */
export const fragranceRow = (n: number, fields: Row = {}): Row => ({
  ...item(n),
  name: `Fragrance ${n}`,
  creator_name: 'Ada',
  member: '00000000-0000-4000-8000-0000000000aa',
  description: 'Rose and oud.',
  music_essence: ['C4'],
  top_notes: ['Rose'],
  middle_notes: ['Iris'],
  base_notes: ['Oud'],
  look: { music_essence: ['C4', 'E5'], intensity: 0.5, complexity: 0.5, persistence: 0.5, face: null },
  audio_url: null,
  is_public: true,
  hidden_cause: null,
  hidden_reason: null,
  reports: 0,
  ...fields,
});

/** A member. */
export const memberRow = (n: number, fields: Row = {}): Row => ({
  ...item(n),
  name: `Member ${n}`,
  email: `member${n}@example.com`,
  location: null,
  confirmed: true,
  last_sign_in_at: null,
  owner: false,
  blocked_at: null,
  block_reason: null,
  ...fields,
});

/** An entry of the log. */
export const logRow = (id: number, fields: Row = {}): Row => ({
  id,
  at: '2026-01-02T03:04:05.123456+00:00',
  actor: 'owner',
  actor_email: 'olga@example.com',
  act: 'state',
  kind: 'order',
  items: ['a'],
  before: { a: 'new' },
  after: { a: 'done' },
  undoes: null,
  undone_by: null,
  ...fields,
});

/** Answers as an open desk whose lists are empty; what a test says later goes before. */
export function openDesk(service: FakeService): void {
  service.on(/rpc\/desk_/, () => json([]));
  service.on(/rpc\/desk_access/, () => json('open'));
  service.on(/functions\/v1\/settle-recordings/, () => json({ success: true }));
}
