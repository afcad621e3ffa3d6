/**
 * Most bytes of a recording, for the app and the functions. The bucket (supabase/config.toml, the migration `platform`)
 * and the engine's copy of a recording (workers/analysis/capture/pcmCopy.ts) have the same number; a test compares
 * them.
 */
export const MAX_RECORDING_BYTES = 25 * 2 ** 20;
