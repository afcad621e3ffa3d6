/** Measured latency from touch to sound; times in ms. */
interface MeasuredLatency {
  /** Median from the touch to the sound at the output. */
  median: number;
  /** Notes measured. */
  count: number;
  /** The browser's own buffer. */
  base: number;
  /** From there to the listener; null if unknown. */
  output: number | null;
}

/** Wireless outputs are slower than this, ms: wired ones take 5 to 40, Bluetooth 100 to 300. */
const WIRELESS_MS = 90;
/** Perceptible delay of the output, ms. */
const PERCEPTIBLE_MS = 40;

/** Describes a latency: the measured time, and the parts of the browser and of the output device. */
export function latencyWords({ median, count, base, output }: MeasuredLatency): { figure: string; parts: string[] } {
  const parts = [
    `Median of ${count === 1 ? 'one note' : `${count} notes`}, from your touch to the sound, as far as the browser can tell.`,
  ];
  if (base > 0) parts.push(`The browser's buffer takes ${ms(base)} of it, the smallest that it offers.`);
  parts.push(outputWords(output));
  return { figure: `Touch to sound: ${Math.round(median)} ms`, parts };
}

function outputWords(output: number | null): string {
  if (output === null)
    return 'This browser does not say what your speakers or headphones add; Bluetooth adds 100 to 300 ms.';
  if (output >= WIRELESS_MS)
    return `Your headphones or speakers add about ${Math.round(output / 10) * 10} ms, as Bluetooth does. With a cable the keys answer at once.`;
  if (output >= PERCEPTIBLE_MS) return `Your speakers or headphones add about ${ms(output)}.`;
  return `Your speakers or headphones add about ${ms(output)}, as wired ones do.`;
}

function ms(value: number): string {
  return `${Math.max(1, Math.round(value))} ms`;
}
