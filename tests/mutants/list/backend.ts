import type { Mutant } from '../mutant.ts';

/** What protects data: policies, grants and functions of the database, and the edge functions. */
export const BACKEND: Mutant[] = [
  {
    name: 'policy-of-reading-dropped',
    file: 'supabase/migrations/20260101000400_fragrances.sql',
    find: 'for select to authenticated using (user_id = (select auth.uid()));',
    replace: 'for select to authenticated using (true);',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/strangers.test.ts',
      test: 'lists all rows, a row by its key, or one as an object',
    },
  },
  {
    name: 'policy-of-deleting-dropped',
    file: 'supabase/migrations/20260101000400_fragrances.sql',
    find: 'for delete to authenticated using (user_id = (select auth.uid()));',
    replace: 'for delete to authenticated using (true);',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/members.test.ts',
      test: 'are refused to visitors and members, and do no harm in the hands of the service',
    },
  },
  {
    name: 'grant-too-many',
    file: 'supabase/migrations/20260101000300_recordings.sql',
    find: 'grant execute on function public.find_recording(uuid, uuid, text) to service_role;',
    replace: 'grant execute on function public.find_recording(uuid, uuid, text) to anon, authenticated, service_role;',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/strangers.test.ts',
      test: 'calls %s, which is for the service',
    },
  },
  {
    name: 'rate-limit-counts-nobody',
    file: 'supabase/migrations/20260101000000_callers.sql',
    find: "private.count_for(scope || ':' || private.hashed(part.name), window_seconds, weight)",
    replace: "private.count_for(scope || ':' || gen_random_uuid(), window_seconds, weight)",
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/limits.test.ts',
      test: 'stops one caller, whatever secrets they make up, and nobody else',
    },
  },
  {
    name: 'idempotency-key-ignored',
    file: 'supabase/migrations/20260101000600_messages.sql',
    find: "sent.id := coalesce(private.uuid_of(send_message.message, 'id'), gen_random_uuid());",
    replace: 'sent.id := gen_random_uuid();',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/ownership.test.ts',
      test: 'is stored once, although the answer was lost',
    },
  },
  {
    name: 'withdrawn-share-still-served',
    file: 'supabase/migrations/20260101000500_shares.sql',
    find: 'where share.share_id = get_share.share_id and share.is_active',
    replace: 'where share.share_id = get_share.share_id',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/shares.test.ts',
      test: 'is gone for everybody once it is no longer active',
    },
  },
  {
    name: 'share-id-not-unique',
    file: 'supabase/migrations/20260101000500_shares.sql',
    find: 'if not (known.is_active and private.owns(known.owner_id, known.owner_hash, member, hash)) then',
    replace: 'if not known.is_active then',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/ownership.test.ts',
      test: "is not anybody else's by knowing its id",
    },
  },
  {
    name: 'one-share-too-many',
    file: 'supabase/migrations/20260101000500_shares.sql',
    find: 's.share_id <> wanted.share_id) >= 50 then',
    replace: 's.share_id <> wanted.share_id) > 50 then',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/ownership.test.ts',
      test: 'is shared fifty times at most, however many try at once',
    },
  },
  {
    name: 'orders-told-to-strangers',
    file: 'supabase/migrations/20260101000600_messages.sql',
    find: "return jsonb_build_object('status', 'stored');",
    replace: "return jsonb_build_object('status', case when made is null then 'known' else 'stored' end);",
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/store.test.ts',
      test: 'cannot be asked for: whatever is sent, and how often, the answer is that of a first one',
    },
  },
  {
    name: 'view-not-counted-by-addition',
    file: 'supabase/migrations/20260101000500_shares.sql',
    find: 'set view_count = share.view_count + 1',
    replace: 'set view_count = greatest(share.view_count, 1)',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/shares.test.ts',
      test: 'counts every one of 200 simultaneous views',
    },
  },
  {
    name: 'photo-into-the-folder-of-another',
    file: 'supabase/migrations/20260101000900_platform.sql',
    find: "    and name ~ ('^' || (select auth.uid())::text || '/[0-9]{1,20}\\.(png|jpg|jpeg|webp)$')\n",
    replace: "    and name ~ '/[0-9]{1,20}\\.(png|jpg|jpeg|webp)$'\n",
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/members.test.ts',
      after: 'is put into the own folder by its owner, and read by everybody',
      test: 'goes nowhere else, and is no other kind or size of file',
    },
  },
  {
    name: 'type-believes-the-name',
    file: 'supabase/functions/upload-audio/handler.ts',
    find: 'const type = audioTypeOf(bytes);',
    replace: "const type = audioTypeOf(bytes) ?? { mime: 'audio/mpeg', extension: 'mp3' };",
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/upload-audio.test.ts',
      test: 'refuses what it cannot keep, in words, and stores nothing',
    },
  },
  {
    name: 'upload-limit-off-by-one',
    file: 'supabase/functions/upload-audio/handler.ts',
    find: 'if (file.size > MAX_AUDIO_BYTES)',
    replace: 'if (file.size >= MAX_AUDIO_BYTES)',
    caughtBy: {
      suite: 'backend',
      file: 'tests/backend/upload-audio.test.ts',
      test: 'takes a recording of exactly 25 MiB',
    },
  },
  {
    name: 'share-page-unescaped',
    file: 'supabase/functions/_shared/shareMeta.ts',
    find: '`<meta property="${name}" content="${escapeHtml(content)}">`',
    replace: '`<meta property="${name}" content="${content}">`',
    caughtBy: { suite: 'backend', file: 'tests/backend/shares.test.ts', test: 'lets nobody write into the page' },
  },
  {
    name: 'words-leave-their-element',
    file: 'supabase/functions/_shared/shareMeta.ts',
    find: '/[<>&\\u2028\\u2029]/g',
    replace: '/[>&\\u2028\\u2029]/g',
    caughtBy: {
      suite: 'unit',
      file: 'tests/unit/server/shareWords.test.ts',
      test: 'cannot leave the element that they stand in',
    },
  },
];
