import { BEATS, heardTake, type LayeredTake } from '../../domain/take/layeredTake.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine } from '../playback/soundEngine.ts';
import { notify } from '../shell/notices.ts';

/** Head start of what is played against the press, s: enough for the audio thread to have it in time. */
const LEAD = 0.08;

/** What sounds, and its clock. */
export interface Running {
  /** Beginning of the take, s: on the clock of what can be heard, or, where no sound comes out, of the page. */
  startsAt: number;
  /** False where the browser lets no sound out. */
  audible: boolean;
  /** Ends it. */
  scope: Scope;
  /** The time on that clock, s, that can be heard at a moment of the page's, ms on the performance clock. */
  heard: (at: number) => number;
}

export interface AccompanimentOptions {
  take: LayeredTake;
  metronome: boolean;
  countIn: boolean;
  signal: AbortSignal;
  /** Called when all layers have been heard; not when it was stopped. */
  onEnd?: () => void;
}

/** Nothing is heard, and the clock is the page's, which is that of its events. */
export function silentAccompaniment(): Running {
  return { startsAt: performance.now() / 1000, audible: false, scope: new Scope(), heard: (at) => at / 1000 };
}

/**
 * Begins what is heard while one plays: the layers that are there, a count-in, and a metronome, all on the audio clock. What a
 * caller that was overtaken while the sound opened gets is silent.
 */
export async function accompany({ take, metronome, countIn, signal, onEnd }: AccompanimentOptions): Promise<Running> {
  stopPlaying();
  const engine = engineNow() ?? (await openEngine());
  if (engine === null) return silentAccompaniment();
  const heard = heardTake(take);
  const parts = await Promise.all([
    engine.tone(),
    import('../../audio/take/metronome.ts'),
    import('../../audio/take/takePlayer.ts'),
    import('../../audio/take/takeTones.ts'),
  ]).catch(() => null);
  if (parts === null) {
    notify({
      kind: 'error',
      title: 'The player could not be loaded',
      description: 'Check your connection and try again. What you play can be recorded without it.',
      key: 'take',
    });
    return silentAccompaniment();
  }
  const [tone, { Metronome }, { TakePlayer }, { prepareTones }] = parts;
  // A take of another day may have tones that nobody has chosen since.
  await prepareTones(engine.voices, heard.notes);
  const scope = new Scope();
  const running = { audible: true, scope, heard: (at: number) => engine.audibleTime(at) };
  if (signal.aborted) return { ...running, startsAt: engine.audibleTime() };
  const { voices } = engine;
  const begins = tone.immediate() + LEAD;
  const startsAt = begins + (countIn ? BEATS * (60 / take.bpm) : 0);
  if (countIn || metronome) {
    const clicks = new Metronome(tone, voices);
    clicks.start(take.bpm, begins, metronome ? Infinity : BEATS);
    scope.add(() => clicks.stop());
  }
  if (take.layers.length > 0) {
    const player = new TakePlayer(tone, voices, heard, onEnd);
    player.start(startsAt);
    scope.add(() => player.stop());
  }
  return { ...running, startsAt };
}
