import { resolve } from 'node:path';

/** The melody that the fake microphone plays, in a loop from every getUserMedia on; made by tests/fixtures/make.ts. */
export const MICROPHONE_WAV = resolve(import.meta.dirname, 'fixtures/.generated/melody.wav');

/**
 * Parts of the browser's window that are pages: each costs one more renderer for every page of a test, and no test
 * needs them. The rest is Playwright's list (its chromiumSwitches.ts), as the last switch replaces the ones before.
 */
const DISABLED_FEATURES = [
  'PreloadTopChromeWebUI',
  'InitialWebUI',
  'WebUIReloadButton',
  'WebUIToolbar',
  'WebUILocationBar',
  'WebUIOmniboxPopup',
  'WebUISplitTabsButton',
  'WebUIPinnedToolbarActions',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

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
    `--disable-features=${DISABLED_FEATURES.join()}`,
  ];
}
