import { analysisClient } from '../../audio/analysis/analysisClient.ts';
import { soundContext } from '../../../../core/audio/context.ts';
import { startRecordingSession } from '../../audio/recording/recordingSession.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { fragranceOfAnalysis, type Fragrance } from '../../../fragrance/domain/index.ts';

interface BrieflyOptions {
  /** Length, s. */
  seconds: number;
  /** Aborted when the visitor leaves or gives up. */
  signal: AbortSignal;
  /** Called when the microphone is open, and then several times a second with the seconds so far. */
  onSecond: (elapsed: number) => void;
  /** Called when the sound is there and its notes are being found. */
  onEnd: () => void;
}

/** How often the time is told, ms. */
const TICK_MS = 100;

/**
 * Listens to the microphone for some seconds and gives the fragrance of what was heard; null for silence. Keeps nothing of
 * it: neither the create screen nor the device has the recording afterwards. Call it in a gesture.
 * @throws coded with a microphone error type, `cancelled`, `recording_failed`, or an error of the engine
 */
export async function hearBriefly({ seconds, signal, onSecond, onEnd }: BrieflyOptions): Promise<Fragrance | null> {
  const scope = new Scope();
  let over = (): void => {};
  const whole = new Promise<void>((resolve) => (over = resolve));
  try {
    const session = await startRecordingSession({
      id: crypto.randomUUID(),
      context: soundContext,
      client: analysisClient,
      music: false,
      signal,
      onUnplugged: () => over(),
    });
    onSecond(0);
    scope.listen(signal, 'abort', () => over());
    scope.interval(() => {
      const elapsed = session.elapsed();
      onSecond(Math.min(seconds, elapsed));
      if (elapsed >= seconds) over();
    }, TICK_MS);
    await whole;
    scope.dispose();
    signal.throwIfAborted();
    onEnd();
    const { analysis: task } = await session.stop();
    const { analysis, peaks } = await task.result;
    signal.throwIfAborted();
    return analysis.silent ? null : fragranceOfAnalysis(analysis, peaks, { now: new Date() });
  } finally {
    scope.dispose();
  }
}
