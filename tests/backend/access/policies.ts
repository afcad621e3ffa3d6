/**
 * Rights on each table, function and bucket, by role. Tests compare them with the catalogue after all migrations, and
 * with the answers of the API for each row. A new table or function needs a row here. Roles: visitor (`anon`), member
 * (`authenticated`), service (`service_role`); `public` is every role.
 */

/** Rights on a relation by role; a role that is missing has none. `all` is every right of Postgres. */
export const RELATION_RIGHTS: Readonly<
  Record<string, { rls: boolean } & Partial<Record<'anon' | 'authenticated' | 'service_role', string>>>
> = {
  'private.caller_windows': { rls: true },
  'private.hidden_sounds': { rls: true },
  'private.kept_passwords': { rls: true },
  'private.limits': { rls: true },
  'private.mails': { rls: true },
  'private.settings': { rls: true },
  'private.taken_back': { rls: true },
  'private.withdrawn_shares': { rls: true },
  'public.contact_messages': { rls: true, service_role: 'all' },
  'public.fragrance_profiles': { rls: true, authenticated: 'delete insert select update', service_role: 'all' },
  'public.fragrance_shares': { rls: true, service_role: 'all' },
  'public.fragrance_submissions': { rls: true, service_role: 'all' },
  'public.preorders': { rls: true, service_role: 'all' },
  'public.profiles': { rls: true, authenticated: 'insert select update', service_role: 'all' },
  'public.recordings': { rls: true, service_role: 'all' },
  'public.reports': { rls: true, service_role: 'all' },
  'public.users': { rls: false, authenticated: 'insert select update', service_role: 'all' },
};

/** Functions by who may execute them. */
export const FUNCTION_CALLERS: Readonly<Record<Callers, readonly string[]>> = {
  /** Called by visitors, members and the service. */
  visitors: [
    'public.create_share',
    'public.export_device_data',
    'public.get_share',
    'public.own_shares',
    'public.place_preorder',
    'public.public_fragrance',
    'public.public_fragrances',
    'public.record_share_view',
    'public.report',
  ],
  /** Called by members and the service. */
  members: ['public.claim_device', 'public.claim_recording', 'public.export_my_data', 'public.keep_password'],
  /** Called with the service key alone. */
  service: [
    'public.claim_mail',
    'public.count_call',
    'public.delete_account',
    'public.find_recording',
    'public.forget_device',
    'public.mail_done',
    'public.objects_to_delete',
    'public.recordings_settled',
    'public.recordings_to_settle',
    'public.register_recording',
    'public.send_message',
    'public.settle_recording',
    'public.share_card',
    'public.share_state',
    'public.submit_fragrance',
    'public.withdraw_share',
  ],
  /** Helpers in `private` that run with the caller's rights: no API exposes that schema. */
  everybody: [
    'private.address_of',
    'private.are_accents',
    'private.are_names',
    'private.are_note_codes',
    'private.are_proportions',
    'private.as_name',
    'private.bottle_of',
    'private.calling_member',
    'private.face_of',
    'private.guard_profile',
    'private.hashed',
    'private.is_between',
    'private.is_character',
    'private.is_client',
    'private.is_design',
    'private.is_email',
    'private.is_name',
    'private.is_plain',
    'private.is_trace',
    'private.is_whole',
    'private.live_member',
    'private.owns',
    'private.photos_of',
    'private.require_owner',
    'private.row_of',
    'private.search_query',
    'private.search_words',
    'private.secret_hash',
    'private.trimmed',
    'private.words_in',
  ],
  /** Called by the owner of the database alone: from other functions, triggers and jobs. */
  internal: [
    'private.belongings',
    'private.call_function',
    'private.caller_address',
    'private.configure',
    'private.count_for',
    'private.drop_reports',
    'private.guard_fragrance',
    'private.hide_sound',
    'private.hold_password',
    'private.is_heard',
    'private.mail_details',
    'private.merge_orders',
    'private.named_elsewhere',
    'private.note_taken_back',
    'private.orders_of_confirmed',
    'private.profile_of_user',
    'private.queue_mail',
    'private.recording_for',
    'private.refuse_hidden_sound',
    'private.refuse_over',
    'private.rename_creator',
    'private.restore_rights',
    'private.schedule',
    'private.setting',
    'private.take_belongings',
    'private.widened',
  ],
};

/** Edge functions by who may call them; `everybody` needs no key, nor does a read of a picture of `share-image`. */
export const EDGE_FUNCTIONS: Readonly<Record<'everybody' | 'visitors' | 'members' | 'service', readonly string[]>> = {
  everybody: ['contact-form', 'share-page'],
  visitors: ['forget-device', 'settle-recordings', 'share-image', 'smart-function', 'upload-audio', 'withdraw-share'],
  members: ['delete-account'],
  service: ['cleanup-recordings', 'send-mails'],
};

/** Buckets with the type of their objects. `share-image` serves pictures of shares; a member writes only photos. */
export const BUCKET_TYPES: Readonly<Record<string, string>> = {
  audio: 'audio/wav',
  profiles: 'image/png',
  'share-images': 'image/png',
};

export type Callers = 'visitors' | 'members' | 'service' | 'everybody' | 'internal';

/** Row policies: `relation command role`. */
export const ROW_POLICIES: readonly string[] = [
  'public.fragrance_profiles delete authenticated',
  'public.fragrance_profiles insert authenticated',
  'public.fragrance_profiles select authenticated',
  'public.fragrance_profiles update authenticated',
  'public.profiles insert authenticated',
  'public.profiles select authenticated',
  'public.profiles update authenticated',
  'storage.objects delete authenticated',
  'storage.objects insert authenticated',
  'storage.objects select authenticated',
  'storage.objects update authenticated',
];
