/**
 * Files (chunks) for modules that several screens share, in the order in which they are filled. A file takes the
 * modules that match its expression and all their imports, except those that an earlier file has: so each file imports
 * only earlier ones. Rolldown puts all other modules into files for the lazy imports.
 */
const CHUNKS = {
  // Vite's helper for imports: separate, so that the page's first script loads nothing else with it.
  load: /vite\/preload-helper/,
  // The frame of the app with the create screen. Three packages of later files import tslib.
  first: /src\/app\/start\.|node_modules\/tslib/,
  // Common code of almost all other screens: catalogue, words, schemas, flowers.
  fragrance: /fragrance\/(components|state\/fragrance)|words\/reveal|film\/card|ui\/(screen|loading|controls\/Chip)/,
  // Storage, backend, outbox, the state of recordings and of playback.
  sending:
    /src\/core\/(?!loading)|(outbox|session|playback)\/|recording\/stor|processing\/proc|senders\.|header\/Last|Played|InMidi/,
  recording: /features\/create\/(state\/(recording|opening|processing)|audio)|screens\/(create|processing)\//,
  engine: /audio\/sound\/(engine|transport)/,
  dialogs: /ui\/(controls\/(Dialog|Tabs|Fixed)|forms\/(Field|Choice|form\.module))|notices\/Replace/,
  controls: /ui\/controls|react-accordion/,
  forms: /ui\/forms/,
  share:
    /(share|community|moderation)\/(state|components|backend|domain)\/(?!legal|make|\w+Dialog|export)|state\/sav|actions\.mod/,
  instruments: /instruments\/(state|components)|keyboardLayout/,
  // Tone.js without its oscillators and effects, which few tones need.
  tone: /audio\/(sound\/toneContext|take\/takeSound)/,
  midi: /audio\/midi\/file/,
  members: /memberScreens|LoginDialog|AccountMenu/,
  // Small dialogs that open at a press.
  requests: /(Preorder|Report|Submit)Dialog/,
};

export const chunkGroups = () => Object.entries(CHUNKS).map(([name, test]) => ({ name, test }));

/** The files that a first recording needs until Create is pressed. */
export const FIRST_CHUNKS: readonly string[] = ['index', 'first', 'recording', 'sending'];
