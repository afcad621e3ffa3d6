import type { Scope } from '#core/lifetime/scope.ts';
import { prefersReducedMotion } from '#core/device/reducedMotion.ts';
import { currentPalette } from '#features/fragrance/components/usePalette.ts';
import { liveView, subscribeLive } from '#features/create/state/recording/currentSound.ts';
import { recordedPosition } from '#features/create/state/recording/recorderControls.ts';
import { recorder, type RecordingState } from '#features/create/state/recording/recordingState.ts';
import { openWave } from './canvas.ts';
import { Readout } from './readout.ts';
import { drawLive, drawWhole, WaveHistory, type WaveBar } from './wave.ts';
import { formingDrawing, paintFlower, type FlowerInput } from '#features/fragrance/components/formingFlower.ts';

/** Minimum interval between two drawings of the forming flower, s. */
const FLOWER_EVERY_S = 0.8;

/** The forming flower: two canvases that cross-fade whenever a note ends or the essence changes. */
class StageFlower {
  readonly #canvases: readonly HTMLCanvasElement[];
  #front = 0;
  #shown = '';
  #at = -Infinity;

  constructor(canvases: readonly HTMLCanvasElement[]) {
    this.#canvases = canvases;
  }

  clear(): void {
    for (const canvas of this.#canvases) canvas.removeAttribute('data-shown');
  }

  /** Draws the state of the live view if it has changed; `time` in seconds. */
  show(time: number): void {
    const { essence, notes, time: liveTime } = liveView;
    const key = essence.length === 0 ? '' : `${essence.join(' ')} ${notes.length}`;
    if (key === '' || key === this.#shown || time - this.#at < FLOWER_EVERY_S) return;
    this.#shown = key;
    this.#at = time;
    this.#draw({ essence: [...essence], notes: [...notes], time: liveTime });
  }

  #draw(input: FlowerInput): void {
    const next = this.#canvases[1 - this.#front]!;
    paintFlower(next, formingDrawing(input), currentPalette());
    next.setAttribute('data-shown', '');
    this.#canvases[this.#front]!.removeAttribute('data-shown');
    this.#front = 1 - this.#front;
  }
}

/* Draws a sound on the sheet: its waveform, its notes and the forming flower. Loaded with the first gesture. */

// Outside the component: returning from the results shows the waveform again.
const history = new WaveHistory();
const follow = () => history.follow(liveView.columns);
follow();
subscribeLive(follow);

/** True when there is a live waveform of the current recording. */
export const hasLiveWave = (): boolean => history.columns > 0;

/** Result of the analysis of a recorded sound. */
export interface AnalyzedSound {
  /** False until it is done. */
  isAnalyzed: boolean;
  /** The waveform of a sound that had none while it was recorded; null before the analysis. */
  whole: readonly WaveBar[] | null;
}

/** One per sheet, so that its words stay when the state changes. */
const readouts = new WeakMap<HTMLElement, Readout>();

/** Shows one state of the recorder on the sheet until the scope ends. */
export function showSound(
  sheet: HTMLElement,
  state: RecordingState,
  { whole, isAnalyzed }: AnalyzedSound,
  scope: Scope,
): void {
  const part = <E extends HTMLElement>(name: string) => sheet.querySelector<E>(`[data-part="${name}"]`)!;
  const readout = readoutOf(sheet, part);
  const flower = new StageFlower([...sheet.querySelectorAll<HTMLCanvasElement>('canvas[data-part="face"]')]);
  const essence = state === 'recorded' && isAnalyzed ? recorder.essence : liveView.essence;
  sheet.toggleAttribute('data-heard', state === 'recorded' && essence.length > 0);
  if (whole !== null) history.take(whole);
  const live = state === 'recording';
  if (!live && state !== 'recorded') {
    readout.clear();
    flower.clear();
    if (state !== 'inactive') readout.describe('not begun');
    return;
  }
  const canvas = part<HTMLCanvasElement>('wave');
  const draw = openWave(
    canvas,
    (context, size) => {
      const frame = { ...size, palette: currentPalette() };
      if (live) drawLive(context, frame, history, prefersReducedMotion());
      else drawWhole(context, frame, history, heardShare());
    },
    scope,
  );
  if (draw === null) return;
  if (live) {
    let drawn = -1;
    scope.frames((ms) => {
      const time = ms / 1000;
      if (liveView.version !== drawn) draw(time);
      drawn = liveView.version;
      readout.update({ midi: liveView.pitch?.midi ?? null, essence: liveView.essence }, time);
      flower.show(time);
    });
  } else {
    // After any announcement of the recording: the last one names the whole essence.
    readout.update({ midi: null, essence }, Infinity);
    if (essence.length > 0) readout.lead(essence);
    else readout.describe(descriptionOf(isAnalyzed));
    // The wilted flower is there instead of a silent sound.
    if (recorder.silent) flower.clear();
    else flower.show(0);
    let playing = false;
    scope.frames(() => {
      if (recorder.playing || playing) draw(0);
      playing = recorder.playing;
    });
  }
}

/** The description of a recorded sound without notes. */
function descriptionOf(isAnalyzed: boolean): Parameters<Readout['describe']>[0] {
  if (recorder.silent) return 'silence';
  if (!isAnalyzed) return 'unknown';
  return recorder.engineFailed ? 'engine failed' : 'no pitch';
}

function readoutOf(sheet: HTMLElement, part: (name: string) => HTMLElement): Readout {
  let readout = readouts.get(sheet);
  if (readout === undefined) {
    readout = new Readout({
      note: part('note'),
      perfume: part('perfume'),
      behind: part('behind'),
      essence: part('essence'),
      spoken: part('spoken'),
    });
    readouts.set(sheet, readout);
  }
  return readout;
}

/** The played fraction of the recording, 0 to 1; 1 when it is not playing. */
function heardShare(): number {
  const { playing, duration } = recorder;
  return playing && duration !== null && duration > 0 ? recordedPosition() / duration : 1;
}
