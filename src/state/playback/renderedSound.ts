import { forgetRecordingBytes, keepRecordingBytes, recordingBytes } from '../../backend/recordings/storedRecordings.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { localStore } from '../../platform/storage/localStore.ts';

/**
 * A sound for a fragrance without a recording (docs/decisions.md, 31): its notes, rendered on this device once and kept like a
 * recording, under an id of its own.
 */

/** Local key: which sound stands for which fragrance, oldest first. */
const RENDERED_KEY = 'accord:rendered';
/** Sounds that are kept; older ones are rendered again when they are wanted. */
const MAX_KEPT = 40;

export interface RenderedSound {
  /** Its recording id (a UUID), on this device and in storage. */
  id: string;
  sound: Blob;
}

const loaded = new Map<string, Promise<RenderedSound>>();

function known(): [string, string][] {
  const stored = localStore.read(RENDERED_KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (entry): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string'),
  );
}

/** The sound of a fragrance's notes; the same one ever after. Rejects when this browser cannot render. */
export function renderedSound(fragrance: Pick<Fragrance, 'id' | 'musicEssence' | 'trace'>): Promise<RenderedSound> {
  // An import may bring another fragrance's moment along, and a full device keeps a fragrance without its trace.
  const key = `${fragrance.id} ${fragrance.musicEssence.join('-')} ${fragrance.trace?.notes.length ?? 0}`;
  let sound = loaded.get(key);
  if (sound === undefined) {
    sound = find(key, fragrance);
    loaded.set(key, sound);
    sound.catch(() => loaded.delete(key));
  }
  return sound;
}

async function find(key: string, fragrance: Pick<Fragrance, 'musicEssence' | 'trace'>): Promise<RenderedSound> {
  const id = known().find(([other]) => other === key)?.[1] ?? crypto.randomUUID();
  const kept = await recordingBytes(id);
  if (kept !== null) return { id, sound: kept };
  const { playedWav } = await import('../../audio/playback/exportSound.ts');
  const sound = await playedWav(fragrance);
  await keep(key, id, sound);
  return { id, sound };
}

async function keep(key: string, id: string, sound: Blob): Promise<void> {
  const all = [...known().filter(([other]) => other !== key), [key, id] as [string, string]];
  const left = all.slice(-MAX_KEPT);
  localStore.keep(RENDERED_KEY, left);
  for (const [, old] of all.slice(0, -MAX_KEPT)) await forgetRecordingBytes(old);
  // Without room for it, it lives as long as the page, and is rendered anew after that.
  await keepRecordingBytes(id, sound);
}
