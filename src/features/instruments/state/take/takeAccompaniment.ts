import { type TakeEvents, prepareTones } from '#features/instruments/audio/take/takeVoices.ts';
import { BEATS_PER_BAR } from '#features/instruments/domain/take/recordedTake.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine } from '../playback/soundEngine.ts';
import { notify } from '#core/appState/notices.ts';
import { Metronome, TakePlayer } from '#features/instruments/audio/take/takePlayer.ts';

/** Schedules playback this long after the press, s, so that the audio thread gets it in time. */
const LEAD_S = 0.08;

/** The sources that sound during a recording or a playback, and their clock. */
export interface Accompaniment {
  /** Start of the take, s: on the clock of the audible sound or, without sound, of the page. */
  startsAt: number;
  /** False where the browser blocks sound. */
  audible: boolean;
  /** Disposing it stops the accompaniment. */
  scope: Scope;
  /** Converts a page time (ms, performance clock) to the audible time on that clock, s. */
  heard: (at: number) => number;
}

interface AccompanimentOptions {
  /** Beats a minute. */
  bpm: number;
  /** The take that plays; null during a recording. */
  played: TakeEvents | null;
  metronome: boolean;
  countIn: boolean;
  signal: AbortSignal;
  /** Called when all has been played; not after a stop. */
  onEnd?: () => void;
}

/** Plays nothing; uses the page's clock, which is that of its events. */
export function silentAccompaniment(): Accompaniment {
  return { startsAt: performance.now() / 1000, audible: false, scope: new Scope(), heard: (at) => at / 1000 };
}

/**
 * Starts the accompaniment of a recording (count-in and metronome), or plays a take, on the audio clock.
 * Returns a silent one when it was overtaken while the sound opened.
 */
export async function accompany(options: AccompanimentOptions): Promise<Accompaniment> {
  const { bpm, played, metronome, countIn, signal, onEnd } = options;
  stopPlaying();
  const engine = engineNow() ?? (await openEngine());
  if (engine === null) return silentAccompaniment();
  const tone = await engine.tone().catch(() => null);
  if (tone === null) {
    notify({
      kind: 'error',
      title: 'The player could not be loaded',
      description: 'Check your connection and try again. What you play can be recorded without it.',
      key: 'take',
    });
    return silentAccompaniment();
  }
  // A stored take may use tones that have not been loaded in this visit.
  await prepareTones(engine.voices, played?.notes ?? []).catch(() =>
    notify({
      kind: 'info',
      title: 'The tones of this take could not be loaded',
      description: 'Its notes sound as Held until there is a connection.',
      key: 'tone',
    }),
  );
  const scope = new Scope();
  const running = { audible: true, scope, heard: (at: number) => engine.audibleTime(at) };
  if (signal.aborted) return { ...running, startsAt: engine.audibleTime() };
  const { voices } = engine;
  const begins = tone.immediate() + LEAD_S;
  const startsAt = begins + (countIn ? BEATS_PER_BAR * (60 / bpm) : 0);
  if (countIn || metronome) {
    const clicks = new Metronome(tone, voices);
    clicks.start(bpm, begins, metronome ? Infinity : BEATS_PER_BAR);
    scope.add(() => clicks.stop());
  }
  if (played !== null) {
    const player = new TakePlayer(tone, voices, played, onEnd);
    player.start(startsAt);
    scope.add(() => player.stop());
  }
  return { ...running, startsAt };
}
