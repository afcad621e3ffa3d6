import { resolve } from 'node:path';

/** The melody that the fake microphone plays, in a loop from every getUserMedia on; made by tests/fixtures/make.ts. */
export const MICROPHONE_WAV = resolve(import.meta.dirname, 'fixtures/.generated/melody.wav');

/**
 * Parts of the browser's own window that are pages themselves: each costs a renderer of its own for every page that a test
 * opens, and no test looks at them. Behind them stands Playwright's own list (its chromiumSwitches.ts), which a second switch
 * would take away: the last one holds.
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
