import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { importWithRetry } from '../../../../../core/loading/importWithRetry.ts';
import { Scope } from '../../../../../core/lifetime/scope.ts';
import { currentPalette, lazyPitchColor, lazyFormingFace, type FaceInput } from '../../../../fragrance/parts/index.ts';
import { prefersReducedMotion } from '../../../../../core/device/reducedMotion.ts';
import { liveView, subscribeLive } from '../../../state/recording/live.ts';
import { recordedPosition, recorder, type RecordingState } from '../../../state/recording/recorderControls.ts';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { FilePicker } from '../FilePicker.tsx';
import { GhostFace } from './GhostFace.tsx';
import type { Readout } from './readout.ts';
import { drawLive, drawRest, drawWhole, WaveHistory, type WaveFrame } from './wave.ts';
import styles from './Stage.module.css';

/** Height of the waveform before layout, CSS px. */
const WAVE_HEIGHT = 150;
/** Minimum interval between two drawings of the forming face, s. */
const FACE_EVERY_S = 0.8;

// Kept outside the component: returning from the results shows the waveform again.
const history = new WaveHistory();
subscribeLive(() => history.follow(liveView.columns));

/** The colours of the notes, loaded with the catalogue; until then the families' colours are used. */
let pitchColor: WaveFrame['pitchColor'];

/** Text alternatives of the picture. */
const CAPTIONS: Record<RecordingState, string> = {
  inactive: 'A waveform at rest, in the colours of the nine scent families from dark resin to ice.',
  requesting: 'A waveform at rest, in the colours of the nine scent families from dark resin to ice.',
  recording: 'The live waveform of your sound, each moment in the colour of its pitch.',
  uploading: 'A waveform at rest, in the colours of the nine scent families from dark resin to ice.',
  recorded: 'The waveform of your sound, each moment in the colour of its pitch.',
};

/** The sheet: the current note, the waveform and the forming essence. Drawn without React, on one clock. */
export function Stage() {
  const { recordingState, waveform } = useSnapshot(recorder);
  const sheet = useRef<HTMLDivElement>(null);
  // A live recording has drawn its waveform; a file's is known after the analysis.
  const whole = history.columns > 0 ? null : waveform;
  const drawn = history.columns > 0 || whole !== null;
  useEffect(() => {
    const scope = new Scope();
    if (whole !== null) history.take(whole);
    if (sheet.current !== null) perform(sheet.current, recordingState, scope);
    return () => scope.dispose();
  }, [recordingState, whole]);
  return (
    <div ref={sheet} className={styles.sheet} data-state={recordingState}>
      <div className={styles.readout}>
        <p className={styles.promise}>Low notes turn warm and deep, high notes bright and sharp.</p>
        <div className={styles.heard} aria-hidden="true">
          <p className={styles.note} data-part="note" />
          <p className={styles.perfume} data-part="perfume" />
          <p className={styles.tuner}>
            <span className={styles.scale}>
              <span className={styles.needle} data-part="needle" />
            </span>
            <span className={styles.cents} data-part="cents" />
          </p>
        </div>
        <div className={styles.face} aria-hidden="true">
          <GhostFace className={styles.ghost} />
          <canvas data-part="face" width={2} height={2} />
          <canvas data-part="face" width={2} height={2} />
        </div>
      </div>
      <figure>
        <canvas data-part="wave" className={styles.wave} height={WAVE_HEIGHT} aria-hidden="true" />
        <figcaption className="visually-hidden">
          {CAPTIONS[recordingState === 'recorded' && !drawn ? 'inactive' : recordingState]}
        </figcaption>
      </figure>
      <div className={styles.under}>
        <div className={styles.axis} aria-hidden="true">
          <p>
            <span>resin, smoke</span>
            <span>spice, flower</span>
            <span>air, ice</span>
          </p>
          <p>Your notes gather here as you sing.</p>
        </div>
        {/* The sheet is the drop zone; it also has a file picker, because not everybody can drag. */}
        {recordingState === 'inactive' && (
          <FilePicker className={buttonClass('quiet', styles.choose)}>Choose a file</FilePicker>
        )}
        <ul className={styles.essence} data-part="essence" aria-label="Notes heard so far" />
        <p className="visually-hidden" data-part="spoken" aria-live="polite" />
      </div>
    </div>
  );
}

/** Runs one state of the sheet until the scope ends. */
function perform(sheet: HTMLElement, state: RecordingState, scope: Scope): void {
  const part = <E extends HTMLElement>(name: string) => sheet.querySelector<E>(`[data-part="${name}"]`)!;
  const canvas = part<HTMLCanvasElement>('wave');
  const context = canvas.getContext('2d');
  const readout = new LazyReadout(part, scope);
  const face = new Face([...sheet.querySelectorAll<HTMLCanvasElement>('canvas[data-part="face"]')], scope);
  const live = state === 'recording';
  if (!live && state !== 'recorded') {
    readout.clear();
    face.clear();
  }
  let width = 0;
  let height = WAVE_HEIGHT;
  const draw = (time: number) => {
    if (context === null) return;
    const frame = { width, height, palette: currentPalette(), pitchColor };
    if (live) drawLive(context, frame, history, prefersReducedMotion());
    else if (state === 'recorded' && history.bars.length > 0) drawWhole(context, frame, history, heardShare());
    else drawRest(context, frame, prefersReducedMotion() ? 0 : time);
  };
  // Load it while the browser asks for the microphone.
  if (state !== 'inactive') readout.load(() => draw(0));
  const essence = state === 'recorded' && liveView.essence.length === 0 ? recorder.essence : liveView.essence;
  sheet.toggleAttribute('data-heard', state === 'recorded' && essence.length > 0);
  if (context === null) return;

  const fit = () => {
    width = canvas.clientWidth;
    height = canvas.clientHeight;
    const density = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    context.setTransform(density, 0, 0, density, 0, 0);
    draw(0);
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(canvas);
  scope.add(() => sizes.disconnect());
  scope.listen(window.matchMedia('(prefers-color-scheme: dark)'), 'change', () => draw(0));
  fit();
  if (state === 'recorded') {
    readout.update({ midi: null, essence }, 0);
    face.show(0);
    let playing = false;
    scope.frames(() => {
      if (recorder.playing || playing) draw(0);
      playing = recorder.playing;
    });
    return;
  }
  let drawn = -1;
  scope.frames((ms) => {
    const time = ms / 1000;
    if (live) {
      if (liveView.version !== drawn) draw(time);
      drawn = liveView.version;
      readout.update({ midi: liveView.pitch?.midi ?? null, essence: liveView.essence }, time);
      face.show(time);
    } else if (!prefersReducedMotion()) draw(time);
  });
}

/** The played fraction of the recording, 0 to 1; 1 when it is not playing. */
function heardShare(): number {
  const { playing, duration } = recorder;
  return playing && duration !== null && duration > 0 ? recordedPosition() / duration : 1;
}

/**
 * The readout, loaded with the first sound because it needs the whole catalogue. Shows earlier input as soon as it is
 * loaded.
 */
class LazyReadout {
  /** One per sheet, so that its words stay when the state changes. */
  static readonly #of = new WeakMap<HTMLElement, Readout>();
  readonly #part: (name: string) => HTMLElement;
  readonly #scope: Scope;
  #last: Parameters<Readout['update']> | null = null;

  constructor(part: (name: string) => HTMLElement, scope: Scope) {
    this.#part = part;
    this.#scope = scope;
  }

  get #readout(): Readout | undefined {
    return LazyReadout.#of.get(this.#part('note'));
  }

  /** @param onLoad called when the words and the colours of the notes are loaded */
  load(onLoad: () => void): void {
    if (this.#readout === undefined)
      void importWithRetry(() => Promise.all([import('./readout.ts'), lazyPitchColor()])).then(
        ([{ Readout }, colors]) => this.#begin(Readout, colors.pitchColor, onLoad),
        () => undefined,
      );
  }

  #begin(Words: typeof Readout, colorOf: WaveFrame['pitchColor'], onLoad: () => void): void {
    pitchColor = colorOf;
    if (this.#scope.disposed || this.#readout !== undefined) return;
    const part = this.#part;
    const readout = new Words({
      note: part('note'),
      perfume: part('perfume'),
      cents: part('cents'),
      needle: part('needle'),
      essence: part('essence'),
      spoken: part('spoken'),
    });
    LazyReadout.#of.set(part('note'), readout);
    if (this.#last !== null) readout.update(...this.#last);
    onLoad();
  }

  update(...heard: Parameters<Readout['update']>): void {
    this.#last = heard;
    this.#readout?.update(...heard);
  }

  clear(): void {
    this.#readout?.clear();
  }
}

/** The forming face: two canvases that cross-fade whenever a note ends or the essence changes. */
class Face {
  readonly #canvases: readonly HTMLCanvasElement[];
  readonly #scope: Scope;
  #front = 0;
  #shown = '';
  #at = -Infinity;

  constructor(canvases: readonly HTMLCanvasElement[], scope: Scope) {
    this.#canvases = canvases;
    this.#scope = scope;
  }

  clear(): void {
    for (const canvas of this.#canvases) canvas.classList.remove(styles['shown']!);
  }

  /** Draws the state of the live view if it has changed; `time` in seconds. */
  show(time: number): void {
    const { essence, notes, time: heard } = liveView;
    const key = essence.length === 0 ? '' : `${essence.join(' ')} ${notes.length}`;
    if (key === '' || key === this.#shown || time - this.#at < FACE_EVERY_S) return;
    this.#shown = key;
    this.#at = time;
    void this.#draw(key, { essence: [...essence], notes: [...notes], time: heard });
  }

  async #draw(key: string, heard: FaceInput): Promise<void> {
    const { formingDrawing, paintFace } = await lazyFormingFace();
    if (this.#scope.disposed || this.#shown !== key) return;
    const next = this.#canvases[1 - this.#front]!;
    paintFace(next, formingDrawing(heard), currentPalette());
    next.classList.add(styles['shown']!);
    this.#canvases[this.#front]!.classList.remove(styles['shown']!);
    this.#front = 1 - this.#front;
  }
}
