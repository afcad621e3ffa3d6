/** Distance between bars: 3 px wide, 3 px apart. */
export const BAR_STEP = 6;
const BAR_WIDTH = 3;

/** The members of a canvas context that the waveform uses. */
export type WaveContext = Pick<
  CanvasRenderingContext2D,
  'clearRect' | 'fillStyle' | 'beginPath' | 'roundRect' | 'fill' | 'globalAlpha'
>;

/** The size of a waveform, CSS px. */
export interface WaveSize {
  width: number;
  height: number;
}

/**
 * The waveform at rest: all nine families side by side, dark to bright, moving slowly.
 * @param families the colours of the families, dark to bright
 * @param time seconds; a constant gives a still picture
 */
export function drawRest(
  context: WaveContext,
  { width, height }: WaveSize,
  families: readonly string[],
  time: number,
): void {
  context.clearRect(0, 0, width, height);
  const count = Math.floor(width / BAR_STEP);
  for (let i = 0; i < count; i++) {
    const along = count < 2 ? 0 : i / (count - 1);
    const envelope = 0.16 + 0.84 * Math.sin(Math.PI * along) ** 0.7;
    const grain = 0.35 + 0.65 * Math.abs(Math.sin(i * 0.61) * Math.cos(i * 0.23 + 0.8));
    const breath = 0.9 + 0.1 * Math.sin(time * 1.3 - i * 0.16);
    drawBar(context, i * BAR_STEP, envelope * grain * breath * 0.82, height, axisColor(families, along));
  }
}

/**
 * The colour at a point of the axis of scent, 0 (octave 0) to 1 (octave 8). The browser mixes it, which keeps the
 * arithmetic out of the first load.
 */
export function axisColor(families: readonly string[], along: number): string {
  const place = Math.min(8, Math.max(0, along * 8));
  const octave = Math.min(7, Math.floor(place));
  return `color-mix(in oklab, ${families[octave]}, ${families[octave + 1]} ${Math.round(100 * (place - octave))}%)`;
}

/** One bar at `x`, CSS px; `share` of the height, 0 to 1. */
export function drawBar(
  context: WaveContext,
  x: number,
  share: number,
  height: number,
  color: string,
  alpha = 1,
): void {
  const h = Math.max(BAR_WIDTH, share * height);
  context.globalAlpha = alpha;
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(x, (height - h) / 2, BAR_WIDTH, h, BAR_WIDTH / 2);
  context.fill();
  context.globalAlpha = 1;
}
