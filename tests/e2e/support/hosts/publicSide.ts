import type { APIRequestContext } from '@playwright/test';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { expect } from '../fixture.ts';
import { newMember, type Member } from '../members.ts';
import { serverKeys } from '../keys.ts';
import { audioPathOf } from '../shareFlow.ts';

/** Common parts of the tests of store, playlist and contact. */

export interface Publisher extends Member {
  id: string;
  headers: Record<string, string>;
}

/** A member with an access token, for putting fragrances into the backend as the app would. */
export async function publisher(request: APIRequestContext, as?: Member): Promise<Publisher> {
  const member = await newMember(request, as);
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: serverKeys().publishable },
    data: { email: member.email, password: member.password },
  });
  expect(answer.ok()).toBe(true);
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  return { ...member, id: user.id, headers: { apikey: serverKeys().publishable, Authorization: `Bearer ${token}` } };
}

export interface Published {
  name: string;
  essence?: readonly NoteCode[];
  isPublic?: boolean;
  audioUrl?: string | null;
}

const CHORD_NOTES: readonly NoteCode[] = ['C4', 'E4', 'G4', 'A4'];

/** Saves fragrances as their owner, in this order: the last one is the newest. Resolves with their ids. */
export async function save(
  request: APIRequestContext,
  owner: Publisher,
  fragrances: readonly Published[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, essence = CHORD_NOTES, isPublic = true, audioUrl = null } of fragrances) {
    const made = fragranceFromEssence({ essence, source: 'spectral', now: new Date() });
    const answer = await request.post('/rest/v1/fragrance_profiles?select=id', {
      headers: { ...owner.headers, Prefer: 'return=representation' },
      data: {
        name,
        description: made.description,
        intensity: made.intensity,
        complexity: made.complexity,
        persistence: made.persistence,
        dominant_notes: made.dominantNotes,
        background_notes: made.backgroundNotes,
        music_essence: made.musicEssence,
        top_notes: made.topNotes,
        middle_notes: made.middleNotes,
        base_notes: made.baseNotes,
        source: 'spectral',
        audio_path: audioUrl === null ? null : audioPathOf(audioUrl),
        is_public: isPublic,
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    ids.push(((await answer.json()) as { id: string }[])[0]!.id);
  }
  return ids;
}

/** Publishes or takes back, as the owner. */
export async function setPublic(
  request: APIRequestContext,
  owner: Publisher,
  id: string,
  isPublic: boolean,
): Promise<void> {
  const answer = await request.patch(`/rest/v1/fragrance_profiles?id=eq.${id}`, {
    headers: owner.headers,
    data: { is_public: isPublic },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export { rowsOf as storedRows } from '../shareFlow.ts';

let sentCount = 0;
/** An address that no other test uses. */
export const freshEmail = (): string => `buyer-${Date.now()}-${sentCount++}@example.com`;

export const PHONE_PX = { width: 390, height: 844 };
export const DESKTOP_PX = { width: 1440, height: 900 };
