import { resolve } from 'node:path';

/** The melody that the fake microphone plays, in a loop from every getUserMedia on; made by tests/fixtures/make.ts. */
export const MICROPHONE_WAV = resolve(import.meta.dirname, 'fixtures/.generated/melody.wav');

/** Chromium switches: sound without a gesture, permissions granted, and a WAV file as the microphone. */
export function fakeMediaArgs(wav: string = MICROPHONE_WAV): string[] {
  return [
    '--no-sandbox',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${wav}`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
}
