/**
 * Measures in the page. It is installed before the app's own code and has no imports, because it is sent as text.
 *
 * One time base: the wall clock. A worklet hangs on the very source node from which the app's capture takes the
 * microphone, in the same context, and so meets each sample in the same render quantum; where an onset comes it reads
 * `Date.now()` in the audio thread itself. The view is read where a visitor reads it, in the note's element: a change is
 * dated to the frame after the one that wrote it, when the picture has been handed on to the screen.
 */

export interface PageMeasurements {
  /** Onsets in the microphone's signal: the context's time, s, and the wall clock's, ms. */
  onsets: { time: number; at: number }[];
  /** Words of the live view, with the times at which they were there, wall clock, ms. */
  words: { text: string; at: number }[];
  /** Tasks of the main thread over 50 ms: begin (wall clock) and length, ms. */
  longTasks: { at: number; duration: number }[];
}

declare global {
  interface Window {
    watched: PageMeasurements;
  }
}

export function watch(): void {
  const watched: PageMeasurements = { onsets: [], words: [], longTasks: [] };
  window.watched = watched;
  const wall = (time: number): number => performance.timeOrigin + time;

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.longTasks.push({ at: wall(startTime), duration });
  }).observe({ type: 'longtask', buffered: true });

  // Silence of 60 ms, then a sample of -34 dB against the melody's peak or more; both far from the melody's own levels.
  const code = `registerProcessor('bench-onsets', class extends AudioWorkletProcessor {
    #silent = 0;
    process([[samples]]) {
      if (!samples) return true;
      for (let i = 0; i < samples.length; i++) {
        if (Math.abs(samples[i]) < 0.01) { this.#silent++; continue; }
        if (this.#silent > 0.06 * sampleRate) this.port.postMessage({ time: (currentFrame + i) / sampleRate, at: Date.now() });
        this.#silent = 0;
      }
      return true;
    }
  });`;
  const create = AudioContext.prototype.createMediaStreamSource;
  AudioContext.prototype.createMediaStreamSource = function (this: AudioContext, stream: MediaStream) {
    const source = create.call(this, stream);
    const listen = async (): Promise<void> => {
      await this.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
      const node = new AudioWorkletNode(this, 'bench-onsets', { channelCount: 1, channelCountMode: 'explicit' });
      node.port.addEventListener('message', ({ data }: MessageEvent<{ time: number; at: number }>) =>
        watched.onsets.push(data),
      );
      node.port.start();
      source.connect(node).connect(this.destination);
    };
    void listen();
    return source;
  };

  let shown = '';
  new MutationObserver(() => {
    const text = document.querySelector('[data-part="note"]')?.textContent ?? '';
    if (text === shown) return;
    shown = text;
    requestAnimationFrame(() => watched.words.push({ text, at: wall(performance.now()) }));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
