import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { patchFor } from '#features/instruments/audio/sound/patch.ts';
import { MAX_VOICES } from '#features/instruments/audio/sound/voices.ts';
import type { ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import type { DropoutReport, Tap } from './tap.ts';

/** The tone whose 32 voices need most of a core: rendered offline 34 %, the next one 19. */
const SOAK_TONE: ToneId = 'smoke';
const SOAK_SOURCES = Array.from({ length: MAX_VOICES }, (_, slot) => `soak:${slot}`);

/** https://webaudio.github.io/web-audio-api/#AudioPlaybackStats; Chromium has it. */
interface PlaybackStats {
  underrunEvents: number;
  /** s */
  underrunDuration: number;
}

export interface Soak extends DropoutReport {
  tone: ToneId;
  /** Length of the watched frames, s. */
  watched: number;
  minVoices: number;
  /** Dropouts at the output: how many, and their length, s; null where the browser does not count them. */
  underruns: { count: number; seconds: number } | null;
}

function underrunsOf(
  context: AudioContext & { playbackStats?: PlaybackStats },
): { count: number; seconds: number } | null {
  const { playbackStats } = context;
  return playbackStats === undefined
    ? null
    : { count: playbackStats.underrunEvents, seconds: playbackStats.underrunDuration };
}

/**
 * All voices of the heaviest tone at once for so many s; ten times a second one of them is replaced by a new note.
 * @param input the last input of the tap
 */
export async function soak({ context, voices }: Instrument, tap: Tap, input: number, seconds: number): Promise<Soak> {
  voices.output.connect(tap.input(input));
  const sounding: number[] = [];
  let next = 0;
  let minVoices = Infinity;
  const playNext = (): void => {
    const slot = next % MAX_VOICES;
    if (sounding[slot] !== undefined) voices.release(sounding[slot]);
    const midi = 48 + ((next * 7) % 36);
    sounding[slot] = voices.start({
      midi,
      velocity: 0.4,
      length: 1,
      patch: patchFor(SOAK_TONE, midi),
      source: SOAK_SOURCES[slot]!,
    });
    next += 1;
    if (next > MAX_VOICES) minVoices = Math.min(minVoices, voices.sounding);
  };
  for (let i = 0; i < MAX_VOICES; i++) playNext();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = underrunsOf(context);
  const endWatch = tap.watch();
  const timer = setInterval(playNext, 100);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  clearInterval(timer);
  const report = await endWatch();
  const after = underrunsOf(context);
  voices.stop();
  return {
    ...report,
    tone: SOAK_TONE,
    watched: report.frames / context.sampleRate,
    minVoices,
    underruns: before && after && { count: after.count - before.count, seconds: after.seconds - before.seconds },
  };
}
