import { proxy, subscribe } from 'valtio';
import { localStore } from '../storage/localStore.ts';
import { withTimeout } from '../lifetime/withTimeout.ts';

/**
 * The client state that survives a visit, stored under `persist:root`: only `audioInfo`, the link of the last
 * uploaded recording. Each value is a JSON string inside the object, the format of redux-persist, which older local
 * copies have.
 */
export const PERSIST_KEY = 'persist:root';
/** The app starts without the persisted state after this, ms. */
const REHYDRATE_TIMEOUT_MS = 5000;

interface AudioInfo {
  /** URL of the uploaded recording. */
  link: string;
}

export const persisted = proxy<{ audioInfo: AudioInfo | null; rehydrated: boolean }>({
  audioInfo: null,
  rehydrated: false,
});

function parseAudioInfo(stored: unknown): AudioInfo | null {
  if (typeof stored !== 'object' || stored === null) return null;
  let info: unknown = (stored as Record<string, unknown>)['audioInfo'];
  if (typeof info === 'string') {
    try {
      info = JSON.parse(info);
    } catch {
      return null;
    }
  }
  if (typeof info !== 'object' || info === null) return null;
  const link = (info as Record<string, unknown>)['link'];
  return typeof link === 'string' && link !== '' ? { link } : null;
}

/**
 * Reads the persisted state, then stores every change. If `read` takes longer than {@link REHYDRATE_TIMEOUT_MS}, the
 * app starts without it.
 */
export async function rehydrate(
  read: () => unknown = () => localStore.read(PERSIST_KEY),
  timeoutMs = REHYDRATE_TIMEOUT_MS,
): Promise<void> {
  const reading = Promise.resolve()
    .then(read)
    .catch(() => null);
  const stored = await withTimeout(reading, timeoutMs, () => null);
  persisted.audioInfo ??= parseAudioInfo(stored);
  subscribe(persisted, () => {
    if (persisted.audioInfo === null) localStore.remove(PERSIST_KEY);
    else localStore.save(PERSIST_KEY, { audioInfo: JSON.stringify(persisted.audioInfo) });
  });
  persisted.rehydrated = true;
}
