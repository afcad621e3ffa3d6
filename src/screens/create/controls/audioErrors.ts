/** Texts of the audio-error panel, by error type. */
interface AudioErrorMessage {
  title: string;
  suggestions: readonly string[];
}

const OTHER_BROWSER =
  'Open Accord in an up-to-date Chrome, Edge, Firefox or Safari; browsers inside other apps often keep the microphone to themselves.';

const WITHOUT_MICROPHONE =
  'Without a microphone you can press “Choose a file”, or drop an audio file onto this page instead.';

const RELOAD_ADVICE = 'Reload this page, then allow the microphone when your browser asks.';

const SYSTEM_STEP = 'Allow the microphone for your browser in the settings of your system.';
const IOS_SETTINGS = 'Open Settings, then your browser, then switch Microphone on.';

/** The setting of a system that blocks the microphone for all pages. */
const SYSTEM_SETTINGS: Readonly<Record<string, string>> = {
  Android: 'Press and hold the icon of your browser, then App info, then Permissions, then Microphone.',
  iPhone: IOS_SETTINGS,
  iPad: IOS_SETTINGS,
  Macintosh: 'Open System Settings, then Privacy & Security, then Microphone, and switch your browser on.',
  Windows: 'Open Settings, then Privacy & security, then Microphone, and let desktop apps use it.',
};

const ACCESS_FAILED: readonly string[] = [
  'Check that a microphone is plugged in, switched on and not muted.',
  RELOAD_ADVICE,
  OTHER_BROWSER,
];

export const AUDIO_ERRORS = {
  permission_denied: {
    title: 'Microphone Access Blocked',
    suggestions: [
      'Open the site settings beside the address (a lock or a slider sign) and set the microphone to Allow.',
      SYSTEM_STEP,
      RELOAD_ADVICE,
    ],
  },
  not_found: {
    title: 'No Microphone Found',
    suggestions: [
      'Plug in a microphone or a headset, or switch on a Bluetooth one.',
      'Check in your system’s sound settings that an input is listed and switched on.',
      WITHOUT_MICROPHONE,
    ],
  },
  not_readable: {
    title: 'Microphone Unavailable',
    suggestions: [
      'Close other apps and tabs that may be using the microphone, such as a call or a recorder.',
      'Unplug the microphone and plug it in again, or switch its Bluetooth off and on.',
      'If nothing helps, restart your browser.',
    ],
  },
  over_constrained: {
    title: 'Microphone Configuration Issue',
    suggestions: [
      'Choose another microphone in your system’s sound settings, then try again.',
      'Press “Not now”, turn the Music switch the other way and record again: some microphones support only one of the two settings.',
      'Disconnect virtual audio devices and special drivers, if you use any.',
    ],
  },
  security_error: {
    title: 'Security Error',
    suggestions: [
      'Open this page over https: browsers give the microphone to secure pages only.',
      'Open it in its own tab, not inside another page or app.',
      'On a managed device, your administrator may have switched the microphone off.',
    ],
  },
  connection_failed: {
    title: 'Microphone Access Failed',
    suggestions: ['Check the cable, or move a Bluetooth microphone closer to this device.', ...ACCESS_FAILED.slice(1)],
  },
  unknown: { title: 'Microphone Access Failed', suggestions: ACCESS_FAILED },
  invalid_file: {
    title: 'Invalid audio file',
    suggestions: [
      'Choose a sound in mp4, m4a, mp3, wav, ogg, webm or aac format.',
      'Play the file in another app first, to be sure that it holds sound.',
    ],
  },
  recording_failed: {
    title: 'Recording failed',
    suggestions: [
      'Check that the microphone stayed connected.',
      'Close other tabs that record or play sound, then try again.',
    ],
  },
  too_long: {
    title: 'That sound is too long',
    suggestions: [
      'A few seconds to a few minutes are best: choose the part you love.',
      'Cut the file in any audio editor, or record it from your speakers.',
    ],
  },
  engine: {
    title: 'We could not listen to your sound',
    suggestions: [
      'Try again: the part that hears the notes has been restarted.',
      'Reload this page if it happens twice.',
    ],
  },
} as const satisfies Record<string, AudioErrorMessage>;

/** Texts for touch devices, which cannot drop files. */
const ON_TOUCH: Readonly<Record<string, string>> = {
  [WITHOUT_MICROPHONE]:
    'Without a microphone you can press “Choose a file”, tap a beat or play the keyboard instead: each becomes a fragrance.',
};

/**
 * The texts for an error type; an unknown one counts as a failed microphone access. A blocked microphone also has the
 * step for the visitor's own system.
 * @param touch the device is operated by touch and cannot drop files
 * @param system as in `BrowserInfo`; a Macintosh with touch is an iPad
 * @param hasDevices the browser offers microphones to pages (`navigator.mediaDevices`)
 */
export function audioErrorMessage(
  type: string,
  {
    touch = false,
    hasDevices = true,
    system = '',
  }: { touch?: boolean; hasDevices?: boolean; system?: string | undefined } = {},
): AudioErrorMessage {
  const known = (AUDIO_ERRORS as Record<string, AudioErrorMessage>)[type] ?? AUDIO_ERRORS.unknown;
  // Nothing else helps where the browser has no microphones at all.
  const message =
    hasDevices || known !== AUDIO_ERRORS.unknown
      ? known
      : { ...known, suggestions: [OTHER_BROWSER, WITHOUT_MICROPHONE] };
  const setting = touch && system === 'Macintosh' ? IOS_SETTINGS : SYSTEM_SETTINGS[system];
  const suggestions = message.suggestions.map((text) => (text === SYSTEM_STEP ? (setting ?? text) : text));
  return { ...message, suggestions: touch ? suggestions.map((text) => ON_TOUCH[text] ?? text) : suggestions };
}
