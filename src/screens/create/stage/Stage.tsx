import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { prefersReducedMotion } from '#core/device/reducedMotion.ts';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { importWithRetry } from '#core/loading/importWithRetry.ts';
import { whenNeeded } from '#core/appState/firstGesture.ts';
import { recorder, type RecordingState } from '#features/create/state/recording/recordingState.ts';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { WiltedFlower } from '#ui/screen/ExamplePicture.tsx';
import { FilePicker } from '../FilePicker.tsx';
import { openWave, restOf, WAVE_HEIGHT } from './canvas.ts';
import { IdleFlower } from './IdleFlower.tsx';
import type * as liveStage from './liveStage.ts';
import essence from './Essence.module.css';
import styles from './Stage.module.css';

/** The module that draws a sound, once it is loaded. */
let stageModule: typeof liveStage | null = null;

/** Loads it. @throws LoadError */
async function loadLive(): Promise<typeof liveStage> {
  return (stageModule ??= await importWithRetry(() => import('./liveStage.ts')));
}

/** Text alternatives of the picture. */
const PICTURE_CAPTIONS: Record<RecordingState, string> = {
  inactive: 'A waveform at rest, in the colors of the nine scent families from dark resin to ice.',
  requesting: 'A waveform at rest, in the colors of the nine scent families from dark resin to ice.',
  recording: 'The live waveform of your sound, each moment in the color of its pitch.',
  uploading: 'A waveform at rest, in the colors of the nine scent families from dark resin to ice.',
  recorded: 'The waveform of your sound, each moment in the color of its pitch.',
};
/** The text alternative until the waveform of a recorded sound is there. */
const NO_WAVE = 'A line: the waveform of your sound is not known yet.';

/** The sheet: the current note, the waveform and the forming essence. Drawn without React, on one clock. */
export function Stage() {
  const { recordingState, stopping, waveform, audioError, silent } = useSnapshot(recorder);
  const state = stopping ? 'recorded' : recordingState;
  const sheet = useRef<HTMLDivElement>(null);
  // A live recording has drawn its waveform; a file gets one after the analysis.
  const hasLiveWave = stageModule?.hasLiveWave() === true;
  const wholeWaveform = hasLiveWave ? null : waveform;
  const drawn = hasLiveWave || wholeWaveform !== null;
  const isAnalyzed = waveform !== null;
  useEffect(() => {
    const scope = new Scope();
    whenNeeded(() => void afterNextPaint(() => void loadLive().catch(() => undefined)), scope);
    return () => scope.dispose();
  }, []);
  useEffect(() => {
    const scope = new Scope();
    if (sheet.current !== null) show(sheet.current, state, { whole: wholeWaveform, isAnalyzed }, scope);
    return () => scope.dispose();
  }, [state, wholeWaveform, isAnalyzed]);
  return (
    <Stack
      ref={sheet}
      gap={4}
      narrows
      edge="framed"
      surface="surface"
      lifted
      radius="lg"
      className={styles.sheet}
      data-state={state}
    >
      <Stack position="relative" className={styles.readout}>
        <Stack gap={3} top tone="muted" size="small" className={styles.promise}>
          <p className={styles.claim}>Speak, sing, hum, play or open a file.</p>
          <p className={styles.offer}>It becomes a flower, a name and a recipe. Free, no account.</p>
        </Stack>
        <div className={styles.heard} aria-hidden="true">
          <p className={styles.note} data-part="note" />
          <Text size="lead" anywhere className={styles.perfume} data-part="perfume" />
          <Text tone="muted" size="tiny" className={styles.behind} data-part="behind" />
        </div>
        <div className={styles.face} aria-hidden="true">
          <canvas className="cover" data-part="face" width={2} height={2} />
          <canvas className="cover" data-part="face" width={2} height={2} />
        </div>
        {state !== 'recorded' && <IdleFlower faint={state !== 'inactive'} />}
        {state === 'recorded' && silent && <WiltedFlower />}
      </Stack>
      <figure>
        <canvas data-part="wave" className={styles.wave} height={WAVE_HEIGHT} aria-hidden="true" />
        <figcaption className="visually-hidden">
          {state === 'recorded' && !drawn ? NO_WAVE : PICTURE_CAPTIONS[state]}
        </figcaption>
      </figure>
      <div className={styles.under}>
        <Stack tone="muted" size="tiny" className={styles.axis} aria-hidden="true">
          <Row as="p" justify="between">
            <span>low: resin, smoke</span>
            <span>spice, flower</span>
            <span>high: air, ice</span>
          </Row>
          <p>Your notes gather here.</p>
        </Stack>
        {/* The sheet is the drop zone; it also has a file picker, for visitors who cannot drag. */}
        {recordingState === 'inactive' && audioError === null && (
          <FilePicker variant="quiet" className={styles.choose}>
            Choose a file
          </FilePicker>
        )}
        <Row as="ul" wrap gap={2} className={essence.essence} data-part="essence" aria-label="Notes heard so far" />
        <p className="visually-hidden" data-part="spoken" aria-live="polite" />
      </div>
    </Stack>
  );
}

/** Shows one state of the recorder until the scope ends; a waveform at rest as long as there is no sound. */
function show(sheet: HTMLElement, state: RecordingState, analysis: liveStage.AnalyzedSound, scope: Scope): void {
  const silent = state !== 'recording' && state !== 'recorded';
  if (silent) rest(sheet.querySelector<HTMLCanvasElement>('[data-part="wave"]')!, scope);
  const sound = ({ showSound }: typeof liveStage) => {
    if (!scope.disposed) showSound(sheet, state, analysis, scope);
  };
  if (stageModule !== null) sound(stageModule);
  // Load it while the browser shows its question for the microphone.
  else if (state !== 'inactive') void loadLive().then(sound, () => undefined);
}

/** The waveform at rest, until the scope ends. */
function rest(canvas: HTMLCanvasElement, scope: Scope): void {
  const drawRest = restOf(canvas);
  const draw = openWave(
    canvas,
    (context, size, time) => drawRest(context, size, prefersReducedMotion() ? 0 : time),
    scope,
  );
  if (draw !== null)
    scope.frames((ms) => {
      if (!prefersReducedMotion()) draw(ms / 1000);
    });
}
