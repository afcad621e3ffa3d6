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

type Rendered = Pick<Fragrance, 'id' | 'musicEssence' | 'trace'>;

// An import may bring another fragrance's moment along, and a full device keeps a fragrance without its trace.
const keyOf = ({ id, musicEssence, trace }: Rendered): string =>
  `${id} ${musicEssence.join('-')} ${trace?.notes.length ?? 0}`;

/**
 * Gives a new fragrance a sound that is better than its notes, such as the take that it was made of. It is rendered at once, and
 * whoever wants it meanwhile waits. Where that fails, its notes are its sound.
 */
export function keepRenderedSound(fragrance: Rendered, render: () => Promise<Blob>): void {
  const key = keyOf(fragrance);
  const made = async (): Promise<RenderedSound> => {
    let sound: Blob;
    try {
      sound = await render();
    } catch {
      return find(key, fragrance);
    }
    const id = crypto.randomUUID();
    await keep(key, id, sound);
    return { id, sound };
  };
  const sound = made();
  loaded.set(key, sound);
  sound.catch(() => loaded.delete(key));
}

/** The sound of a fragrance's notes; the same one ever after. Rejects when this browser cannot render. */
export function renderedSound(fragrance: Rendered): Promise<RenderedSound> {
  const key = keyOf(fragrance);
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
