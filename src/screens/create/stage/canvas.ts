import type { Scope } from '#core/lifetime/scope.ts';
import { drawRest, type WaveContext, type WaveSize } from './restWave.ts';

/** Height of the waveform before layout, CSS px. */
export const WAVE_HEIGHT = 150;

/**
 * Draws on a canvas of the size that it has on the page, now and whenever its size or the colour scheme changes.
 * @returns a function that draws; `time` in seconds. Null when the browser gives no canvas.
 */
export function openWave(
  canvas: HTMLCanvasElement,
  draw: (context: WaveContext, size: WaveSize, time: number) => void,
  scope: Scope,
): ((time: number) => void) | null {
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const size = { width: 0, height: WAVE_HEIGHT };
  const drawNow = (time: number) => draw(context, size, time);
  const fit = () => {
    size.width = canvas.clientWidth;
    size.height = canvas.clientHeight;
    const density = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = Math.round(size.width * density);
    canvas.height = Math.round(size.height * density);
    context.setTransform(density, 0, 0, density, 0, 0);
    drawNow(0);
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(canvas);
  scope.add(() => sizes.disconnect());
  scope.listen(window.matchMedia('(prefers-color-scheme: dark)'), 'change', () => drawNow(0));
  fit();
  return drawNow;
}

/** Draws the waveform at rest, in the families' colours of the style sheet. */
export function restOf(canvas: HTMLCanvasElement): (context: WaveContext, size: WaveSize, time: number) => void {
  const style = getComputedStyle(canvas);
  return (context, size, time) =>
    drawRest(
      context,
      size,
      Array.from({ length: 9 }, (_, octave) => style.getPropertyValue(`--family-${octave}`)),
      time,
    );
}
