import { deleteRecordingBytes, storeRecordingBytes, recordingBytes } from '#core/recordings/storedRecordings.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { playedWav } from '#features/instruments/audio/playback/exportSound.ts';
import { localStore } from '#core/storage/localStore.ts';
import { newUuid } from '#core/values/uuid.ts';

/**
 * The sound of a fragrance without a recording (docs/decisions.md, 30): its notes, rendered once on this device and
 * stored like a recording, under its own id.
 */

/** Local key of the map from fragrance to sound, oldest first. */
const RENDERED_KEY = 'accord:rendered';
/** Maximum number of stored sounds; older ones are rendered again on demand. */
const MAX_KEPT = 40;
/** Maximum number of sounds in memory; older ones are read from the device. */
const MAX_LOADED = 8;

interface RenderedSound {
  /** Its recording id (a UUID), on this device and in storage. */
  id: string;
  sound: Blob;
}

const loadedSounds = new Map<string, Promise<RenderedSound>>();

function loadRendered(): [string, string][] {
  const stored = localStore.read(RENDERED_KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string'),
  );
}

type Rendered = Pick<Fragrance, 'id' | 'musicEssence' | 'trace'>;

// The id alone is not enough: an import may have another fragrance's id, and a full device drops the trace.
const keyOf = ({ id, musicEssence, trace }: Rendered): string =>
  `${id} ${musicEssence.join('-')} ${trace?.notes.length ?? 0}`;

/**
 * Sets a better sound than its notes for a new fragrance, such as the take behind it. Renders at once; callers of
 * `renderFragrance` get it when it is done. On failure the notes are its sound.
 */
export function setRenderedSound(fragrance: Rendered, render: () => Promise<Blob>): void {
  const key = keyOf(fragrance);
  const made = async (): Promise<RenderedSound> => {
    let sound: Blob;
    try {
      sound = await render();
    } catch {
      return find(key, fragrance);
    }
    const id = newUuid();
    await keep(key, id, sound);
    return { id, sound };
  };
  remember(key, made());
}

function remember(key: string, sound: Promise<RenderedSound>): void {
  loadedSounds.delete(key);
  loadedSounds.set(key, sound);
  sound.catch(() => loadedSounds.delete(key));
  for (const oldest of [...loadedSounds.keys()].slice(0, -MAX_LOADED)) loadedSounds.delete(oldest);
}

/**
 * The rendered sound of a fragrance's notes, always the same one. Rejects when this browser cannot render.
 */
export function renderFragrance(fragrance: Rendered): Promise<RenderedSound> {
  const key = keyOf(fragrance);
  let sound = loadedSounds.get(key);
  if (sound === undefined) {
    sound = find(key, fragrance);
    remember(key, sound);
  }
  return sound;
}

async function find(key: string, fragrance: Pick<Fragrance, 'musicEssence' | 'trace'>): Promise<RenderedSound> {
  const id = loadRendered().find(([other]) => other === key)?.[1] ?? newUuid();
  const localBytes = await recordingBytes(id);
  if (localBytes !== null) return { id, sound: localBytes };
  const sound = await playedWav(fragrance);
  await keep(key, id, sound);
  return { id, sound };
}

/** The notes of an example as sound; nothing is stored on the device. Rejects when this browser cannot render. */
export const exampleSound = (example: Pick<Fragrance, 'musicEssence' | 'trace'>): Promise<Blob> => playedWav(example);

async function keep(key: string, id: string, sound: Blob): Promise<void> {
  const all = [...loadRendered().filter(([other]) => other !== key), [key, id] as [string, string]];
  const left = all.slice(-MAX_KEPT);
  localStore.keep(RENDERED_KEY, left);
  for (const [, old] of all.slice(0, -MAX_KEPT)) await deleteRecordingBytes(old);
  // If the device is full, it lives as long as the page, and is rendered again in the next visit.
  await storeRecordingBytes(id, sound);
}
