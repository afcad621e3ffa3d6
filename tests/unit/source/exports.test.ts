import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const PRODUCT = ['src', 'workers', 'worklets', 'service-worker', 'supabase', 'bench', 'pwa'];

/**
 * Exported values of src that no other file of the product imports, by reason. The list may only shrink: test a new
 * value through what uses it.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'keys of the device, which tests plant and read': [
    'src/core/recordings/drafts.ts DRAFTS_KEY',
    'src/core/shell/persist.ts PERSIST_KEY',
    'src/core/storage/localStore.ts STORAGE_ERROR_KEY',
    'src/core/storage/ownerSecret.ts OWNER_SECRET_KEY',
    'src/features/community/state/shop.ts SHOP_KEY',
    'src/features/desk/state/notes.ts NOTES_KEY',
    'src/features/instruments/state/beat/beat.ts BEAT_KEY',
    'src/features/listen/state/recording/recorderView.ts MUSIC_KEY',
    'src/features/moderation/state/reports.ts REPORTED_KEY',
  ],
  'limits and times, which tests reach': [
    'src/core/recordings/storedRecordings.ts MAX_UPLOAD_BYTES',
    'src/features/fragrance/domain/composition/trace.ts MAX_DRAWN_NOTES',
    'src/features/instruments/audio/playback/noteTone.ts NOTE_GAIN',
    'src/features/listen/audio/analysis/analysisClient.ts PING_MS',
    'src/features/listen/audio/files/kind.ts HEAD_BYTES',
    'src/features/listen/screen/create/stage/readout.ts HOLD_S',
    'src/features/listen/screen/create/stage/wave.ts COLUMNS_PER_BAR',
    'src/features/listen/screen/processing/choreography.ts TOTAL_MS',
  ],
  'words and tables, which a test compares': [
    'src/core/network/config.ts DEFAULT_UPLOAD_ALLOWLIST',
    'src/features/fragrance/domain/catalogue/catalogue.ts CATALOGUE',
    'src/features/fragrance/domain/schema/fields.ts FRAGRANCE_FIELDS',
    'src/features/instruments/audio/sound/sequence.ts SEQUENCE_SOURCE',
    'src/features/listen/screen/create/controls/audioErrors.ts AUDIO_ERRORS',
    'src/features/listen/screen/processing/choreography.ts MESSAGES',
  ],
  'checks of values from outside, tried one by one': [
    'src/core/backend/table.ts isoDate',
    'src/core/device/picture.ts pictureTypeOf',
    'src/core/network/config.ts parseAllowlist',
    'src/features/fragrance/screen/results/useFragrance.ts fragranceFromState',
    'src/features/listen/audio/files/kind.ts fileKind',
    'src/features/listen/audio/recording/microphone.ts microphoneErrorType',
  ],
  'steps that a test looks into': [
    'src/features/instruments/domain/beat/remix.ts tempoOf',
    'src/core/recordings/storedRecordings.ts rememberStored',
    'src/core/storage/device.ts deviceOf',
    'src/features/community/domain/playlist.ts searchWords',
    'src/features/community/state/contact.ts contactErrorMessage',
    'src/features/desk/domain/csv.ts csvCell',
    'src/features/diary/domain/compare.ts differences',
    'src/features/diary/domain/compare.ts thenWords',
    'src/features/diary/state/files.ts diaryFile',
    'src/features/diary/state/files.ts entriesInFile',
    'src/features/fragrance/domain/drawing/film/cardPicture.ts cardOpacity',
    'src/features/fragrance/domain/drawing/fontColor.ts fontColorHex',
    'src/features/fragrance/domain/drawing/noteColors.ts hexOfOklch',
    'src/features/fragrance/domain/words/description.ts voiceOf',
    'src/features/fragrance/state/picture/sharePicture.ts onPage',
    'src/features/listen/audio/analysis/analysisClient.ts startAnalysisWorker',
    'src/features/listen/audio/recording/capture.ts openTap',
    'src/features/listen/audio/recording/mediaRecording.ts recordingTypes',
    'src/features/listen/audio/video/videoCodec.ts videoTypes',
    'src/features/listen/domain/scentwaves.ts urlHash',
    'src/features/listen/screen/create/stage/restWave.ts axisColor',
    'src/features/members/state/auth/resume.ts reloadUser',
    'src/features/room/domain/life.ts timeLeft',
    'src/features/share/audio/together.ts firstOnset',
    'src/features/share/state/share.ts shareErrorMessage',
    'src/features/share/state/shareRecords.ts newShareId',
  ],
  'not for tests: a package, or Vite, imports it by name': [
    'src/app/first/screens.tsx firstScreens',
    'src/ui/theme/styleSingleton.ts styleHookSingleton',
    'src/ui/theme/styleSingleton.ts styleSingleton',
    'src/ui/theme/styleSingleton.ts stylesheetSingleton',
  ],
  'for tests: runs at once what is queued': ['src/core/lifetime/taskQueue.ts flushTasks'],
};

const sources = new Map(
  PRODUCT.flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name, parentPath }) => /(?<!\.test)\.tsx?$/.test(name) && !parentPath.includes('node_modules'))
      .map(({ name, parentPath }) => {
        const path = join(parentPath, name);
        return [path.slice(ROOT.length + 1), readFileSync(path, 'utf8')] as const;
      }),
  ),
);

/** The file that an import names, or null for a package. */
function fileOf(importer: string, specifier: string): string | null {
  return specifier.startsWith('.') ? normalize(join(dirname(importer), specifier.replace(/\?.*$/, ''))) : null;
}

/** The exported values of src that no other file of the product imports, as `file name`. */
function unimported(): string[] {
  const exported: { file: string; name: string }[] = [];
  const imported = new Set<string>();
  const loaded = new Set<string>();
  const note = (importer: string, specifier: string, name: string | null): void => {
    const file = fileOf(importer, specifier);
    if (file !== null) imported.add(`${file} ${name ?? '*'}`);
  };
  for (const [file, source] of sources) {
    const { module } = parseSync(file, source);
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName } of entries)
        note(file, moduleRequest.value, importName.kind === 'Default' ? 'default' : importName.name);
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName, exportName, isType } of entries) {
        if (moduleRequest) note(file, moduleRequest.value, importName.name);
        else if (!isType && file.startsWith('src/')) exported.push({ file, name: exportName.name ?? 'default' });
      }
    for (const [, specifier] of source.matchAll(/\bimport\(\s*'(\.[^']+)'/g))
      loaded.add(fileOf(file, specifier!) ?? specifier!);
  }
  // What is loaded dynamically, and what Vite loads by name, is used where another file says its name.
  const saidElsewhere = (file: string, name: string): boolean =>
    name === 'default' ||
    [...sources].some(([other, source]) => other !== file && new RegExp(`\\b${name}\\b`).test(source));
  return exported
    .filter(({ file, name }) => !imported.has(`${file} ${name}`) && !imported.has(`${file} *`))
    .filter(({ file, name }) => !(loaded.has(file) && saidElsewhere(file, name)))
    .map(({ file, name }) => `${file} ${name}`)
    .sort();
}

it('exports no value of src for tests alone, but for those of a list that shrinks', () => {
  expect(unimported()).toEqual(Object.values(ALLOWED).flat().sort());
});
