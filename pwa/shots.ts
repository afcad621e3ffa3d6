import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Folder of the pictures made by screenshots.ts. */
export const SCREENSHOT_FOLDER = new URL('./screenshots/', import.meta.url);

interface Shot {
  file: string;
  /** The screen. */
  path: string;
  /** CSS px, at one pixel each. */
  width: number;
  height: number;
  form: 'narrow' | 'wide';
  label: string;
}

/** Pictures that a system shows before the app is installed. */
export const SCREENSHOTS: readonly Shot[] = [
  { file: 'create-narrow.jpg', path: '/', width: 412, height: 892, form: 'narrow', label: 'Record a sound' },
  {
    file: 'results-narrow.jpg',
    path: '/results',
    width: 412,
    height: 892,
    form: 'narrow',
    label: 'A fragrance made of it',
  },
  {
    file: 'results-wide.jpg',
    path: '/results',
    width: 1280,
    height: 800,
    form: 'wide',
    label: 'A fragrance made of a melody',
  },
  { file: 'beats-wide.jpg', path: '/beat-maker', width: 1280, height: 800, form: 'wide', label: 'Paint a beat' },
];

/** Adds the pictures to the build; the service worker does not cache them. */
export function screenshotPlugin(): Plugin {
  return {
    name: 'accord:screenshots',
    apply: 'build',
    generateBundle() {
      for (const { file } of SCREENSHOTS) {
        const picture = new URL(file, SCREENSHOT_FOLDER);
        // Missing in the build from which the first pictures are made.
        if (existsSync(picture))
          this.emitFile({ type: 'asset', fileName: `screenshots/${file}`, source: readFileSync(picture) });
      }
    },
  };
}
