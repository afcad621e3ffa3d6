import { proxy } from 'valtio';
import { soundContext } from '../../../core/audio/context.ts';
import { Scope } from '../../../core/lifetime/scope.ts';
import { notify, RESULTS_NOTICE_MS } from '../../../core/shell/notices.ts';
import { beginListening, stopPlaying } from '../../instruments/state/playback/index.ts';
import { decodePart, startTogether, type Mix, type Part } from '../audio/together.ts';

/** Hearing several voices together, on this page alone. One sound at a time: whatever else is played stops it. */

export const together = proxy<{ status: 'idle' | 'loading' | 'playing' }>({ status: 'idle' });

/** One voice of what is heard together. */
export interface HeardVoice {
  /** Recognises its recording: it is decoded once while the page is open. */
  key: string;
  /** Fetches the recording. */
  sound: () => Promise<Blob>;
  /** Onset of its first note, s; null when it is not known. */
  onset: number | null;
}

/** Most recordings that stay decoded, about a minute and a half of five seconds each. */
const KEPT = 16;
const decoded = new Map<string, Promise<Part>>();

function partOf({ key, sound, onset }: HeardVoice): Promise<Part> {
  const known = decoded.get(key);
  if (known !== undefined) return known;
  const part = sound().then((recording) => decodePart(recording, onset));
  // The next press tries again.
  part.catch(() => decoded.delete(key));
  decoded.set(key, part);
  for (const old of [...decoded.keys()].slice(0, -KEPT)) decoded.delete(old);
  return part;
}

let scope = new Scope();

/** Stops what is heard together, and gives back its memory. */
export function leaveTogether(): void {
  if (together.status !== 'idle') stopPlaying();
  scope.dispose();
  decoded.clear();
}

/** Plays voices together, or stops them. Failures end in a notice. Settles when it sounds or has failed. */
export async function toggleTogether(voices: readonly HeardVoice[]): Promise<void> {
  if (together.status !== 'idle') {
    stopPlaying();
    return;
  }
  const signal = beginListening();
  scope.dispose();
  const mine = new Scope();
  scope = mine;
  let mix: Mix | null = null;
  mine.add(() => {
    mix?.stop();
    together.status = 'idle';
  });
  // Whatever is played next, or leaving the page, aborts the signal.
  mine.listen(signal, 'abort', () => mine.dispose());
  together.status = 'loading';
  try {
    // Resumed in the task of the press.
    const running = soundContext.ensureRunning();
    const [parts] = await Promise.all([Promise.all(voices.map(partOf)), running]);
    if (mine.disposed) return;
    const context = soundContext.get();
    mix = startTogether(context, parts, context.currentTime + 0.05);
    together.status = 'playing';
    void mix.ended.then(() => mine.dispose());
  } catch {
    if (mine.disposed) return;
    mine.dispose();
    notify({
      kind: 'error',
      title: 'The voices could not be played together.',
      description: 'Please check your connection and try again.',
      duration: RESULTS_NOTICE_MS,
      key: 'playback',
    });
  }
}
