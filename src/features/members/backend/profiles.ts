import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { fallbackName, MEMBER_CHECKS, type MemberProfile } from '#features/session/domain/member.ts';
import { PROFILE_PHOTO_MAX_BYTES } from '../domain/memberCard.ts';
import { accessToken } from '#core/backend/client.ts';
import { supabase } from '#core/backend/client.ts';
import { backendConfig, type BackendConfig } from '#core/backend/config.ts';
import { BackendError, codeOfStatus } from '#core/backend/errors.ts';
import { dataOf } from '#core/backend/query.ts';
import { sendWithProgress } from '#core/backend/send.ts';
import { date, table } from '#core/backend/table.ts';
import { shapeOf } from '#core/schema/fieldSchemas.ts';

/* The members' own rows in `profiles`, and their photos. Row level security limits both to their owner. */

export const profilesTable = table(
  'profiles',
  z.object({ ...shapeOf(MEMBER_CHECKS), createdAt: z.nullable(date), updatedAt: z.nullable(date) }),
);

/** The fields that a member may change; not the e-mail and the level. */
type ProfileUpdate = Partial<Omit<MemberProfile, 'id' | 'email' | 'level' | 'createdAt' | 'updatedAt'>>;

/** A member's row; null when there is none. @throws BackendError, `missing_table` when there is no table */
export async function loadProfile(id: string): Promise<MemberProfile | null> {
  // No retry: this device's copy is shown meanwhile, and the caller requests it again when the connection is back.
  return rowOfMember(await supabase(), id, false);
}

/** {@link loadProfile} through a given client. */
export async function rowOfMember(client: SupabaseClient, id: string, retry = true): Promise<MemberProfile | null> {
  const query = client.from('profiles').select(profilesTable.columns()).eq('id', id).maybeSingle();
  const row = dataOf(await query.retry(retry));
  return row === null ? null : profilesTable.fromRow(row);
}

/** Changes a member's row and returns it; creates it when the account has none. @throws BackendError */
export async function updateProfile(id: string, changes: ProfileUpdate): Promise<MemberProfile> {
  const client = await supabase();
  const columns = profilesTable.columns();
  const row = dataOf(
    await client.from('profiles').update(profilesTable.toRow(changes)).eq('id', id).select(columns).maybeSingle(),
  );
  if (row !== null) return profilesTable.fromRow(row);
  const { data } = await client.auth.getSession();
  if (data.session?.user.id !== id)
    throw new BackendError('unauthorized', 'No authenticated user found', { detail: 'no_session' });
  const email = data.session.user.email ?? '';
  return profilesTable.fromRow(
    dataOf(
      await client
        .from('profiles')
        .insert(profilesTable.toRow({ id, email, liquidName: fallbackName(email), ...changes }))
        .select(columns)
        .single(),
    ),
  );
}

const FILE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};
const BUCKET_NAME = 'profiles';
const UPLOAD_TIMEOUT_SECONDS = 60;

interface PhotoOptions {
  now: () => Date;
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (done: number) => void;
  config?: BackendConfig;
}

/**
 * Stores a photo at `profiles/{id}/{timestamp}.{ext}`, sets it in the profile, and deletes the previous ones.
 * @throws BackendError
 */
export async function uploadProfilePhoto(
  id: string,
  photo: Blob,
  { now, onProgress, config = backendConfig() }: PhotoOptions,
): Promise<MemberProfile> {
  const extension = FILE_EXTENSIONS[photo.type];
  if (extension === undefined || photo.size > PROFILE_PHOTO_MAX_BYTES)
    throw new BackendError('rejected', 'The photo must be a png, jpeg or webp of at most 5 MB.', {
      detail: 'invalid_photo',
    });
  const client = await supabase();
  const token = await accessToken();
  if (token === null) throw new BackendError('unauthorized', 'No authenticated user found', { detail: 'no_session' });
  const time = now().getTime();
  const name = `${time}.${extension}`;
  const headers = {
    apikey: config.key,
    Authorization: `Bearer ${token}`,
    'Content-Type': photo.type,
    'Cache-Control': 'max-age=3600',
    'x-upsert': 'true',
  };
  const { status, answer } = await sendWithProgress(
    `${config.url}/storage/v1/object/${BUCKET_NAME}/${id}/${name}`,
    headers,
    photo,
    { onProgress, timeout: UPLOAD_TIMEOUT_SECONDS },
  );
  if (status < 200 || status >= 300) {
    // Storage refuses with status 400 and puts the real status into the body.
    const statusCode = Number(answer?.['statusCode'] ?? status);
    throw new BackendError(codeOfStatus(statusCode), String(answer?.['message'] ?? 'The photo was not taken.'), {
      status: statusCode,
    });
  }
  const { publicUrl } = client.storage.from(BUCKET_NAME).getPublicUrl(`${id}/${name}`).data;
  const profile = await updateProfile(id, { profilePhoto: `${publicUrl}?t=${time}` });
  // Delete the previous photos; failing to is no error.
  const { data: stored } = await client.storage.from(BUCKET_NAME).list(id, { limit: 100 });
  // Hosted storage names objects relative to the listed folder, the embedded one by their full path.
  const old = (stored ?? []).map((object) => object.name.split('/').at(-1)!).filter((other) => other !== name);
  if (old.length > 0) await client.storage.from(BUCKET_NAME).remove(old.map((other) => `${id}/${other}`));
  return profile;
}
