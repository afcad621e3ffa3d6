import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDuration } from '#features/create/audio/analysis/decode.ts';
import { readSound } from '#features/create/audio/files/readSound.ts';
import { fileWords, openFile } from '#features/create/state/opening/openFile.ts';
import { resetRecording } from '#features/create/state/recording/currentSound.ts';
import { recorder, current } from '#features/create/state/recording/recordingState.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import {
  adpcmWave,
  aiff,
  au,
  caf,
  concatBytes,
  number,
  wave,
  wave64,
  type SampledSound,
} from '#tests/fixtures/containers.ts';
import { oddMp3s, writings } from '#tests/fixtures/foundSounds.ts';
import { melody, MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { recordFilm } from '../support/filmed.ts';
import { fixtureFile, recordAs } from '../support/fixtureFiles.ts';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));

afterEach(() => {
  resetRecording();
  notices.length = 0;
});

const SAMPLE_RATE = 16_000;
/** A second of a sine. */
const sine: SampledSound = {
  channels: [
    Float32Array.from({ length: SAMPLE_RATE }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / SAMPLE_RATE)),
  ],
  sampleRate: SAMPLE_RATE,
};
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());

/** Named and typed as anything but a sound: its bytes alone show it. */
const file = (bytes: BlobPart, name = 'letter.txt'): File => new File([bytes], name, { type: 'text/plain' });

/** The sine as this browser records it; recorded once, for that takes as long as it is. */
let recordings: Promise<readonly [mp4: Blob, webm: Blob]> | undefined;
const recordFiles = (): Promise<readonly [mp4: Blob, webm: Blob]> =>
  (recordings ??= Promise.all([
    recordAs(new Blob([wave(sine)]), 'audio/mp4'),
    recordAs(new Blob([wave(sine)]), 'video/webm;codecs=opus'),
  ]));

/** Other letters in the place of the ones that a file holds, of the same number. */
function replaced(bytes: Uint8Array<ArrayBuffer>, letters: string, by: string): Uint8Array<ArrayBuffer> {
  const at = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .indexOf(letters);
  expect(at).toBeGreaterThan(-1);
  const changed = bytes.slice();
  changed.set(concatBytes(by), at);
  return changed;
}

async function why(bytes: BlobPart): Promise<string> {
  const refused = await readSound(file(bytes)).then(
    () => null,
    (error: unknown) => error,
  );
  const words = fileWords(refused, 'x');
  return `${words?.title} ${words?.description ?? ''}`.trim();
}

describe('a file of samples', () => {
  it.each(Object.entries(writings(sine)))('%s has its exact samples, and plays in every browser', async (_, bytes) => {
    const plain = await readSound(file(wave(sine)));
    const { blob, sound, duration } = await readSound(file(bytes));
    expect(duration).toBeCloseTo(1, 1);
    expect(await readDuration(blob)).toBeCloseTo(duration, 1);
    const [theirs, mine] = [plain.sound!.channels[0]!, sound!.channels[0]!];
    // Kinds that lose something need a moment to begin.
    const apart = theirs.slice(1000, -1000).map((sample, i) => Math.abs(sample - mine[i + 1000]!));
    expect(apart.reduce((most, value) => Math.max(most, value))).toBeLessThan(0.05);
  });

  it.each([4000, 96_000])('of %i samples a second has its length and its loudness', async (rate) => {
    const channel = Float32Array.from({ length: rate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / rate));
    const { sound, duration } = await readSound(file(wave({ channels: [channel], sampleRate: rate })));
    expect(duration).toBeCloseTo(1, 2);
    expect(sound!.channels[0]!.reduce((most, sample) => Math.max(most, sample))).toBeCloseTo(0.5, 1);
  });

  it('has notes though it sounds in the centre of six channels alone', async () => {
    const whole = melody(SAMPLE_RATE);
    const silence = new Float32Array(whole.length);
    const channels = [silence, silence, whole, silence, silence, silence];
    await openFile(file(wave({ channels, sampleRate: SAMPLE_RATE }, { validBits: 16 })));
    const { analysis } = await current.recording!.analysis.result;
    expect(analysis.essence.toSorted()).toEqual(MELODY_NOTES.toSorted());
  });

  it('counts as silence if it is too soft', async () => {
    const soft = { ...sine, channels: sine.channels.map((channel) => channel.map((sample) => 0.0016 * sample)) };
    await openFile(file(wave(soft)));
    expect((await current.recording!.analysis.result).analysis.silent).toBe(true);
  });
});

describe('a file that this browser decodes', () => {
  it('opens as a sound with any type that the system states', async () => {
    for (const recording of await recordFiles())
      for (const type of ['', 'video/mp4', 'application/octet-stream'])
        expect((await readSound(new File([recording], 'a', { type }))).duration).toBeGreaterThan(0.8);
  });

  it('opens as a sound with foreign bytes before, between and after its frames', async () => {
    for (const [name, bytes] of Object.entries(oddMp3s(await bytesOf(await fixtureFile('melody.mp3'))))) {
      const { duration, isPartial } = await readSound(file(bytes));
      expect([name, Math.round(duration), isPartial]).toEqual([name, 6, false]);
    }
  });

  it('opens up to its end if it was cut off', async () => {
    const [mp3, ogg, film] = await Promise.all(
      [fixtureFile('melody.mp3'), fixtureFile('melody.ogg'), recordFilm({ tone: true })].map(async (whole) =>
        bytesOf(await whole),
      ),
    );
    for (const [whole, seconds] of [
      [wave(sine), 1],
      [mp3!, 6],
      [ogg!, 6],
      [film!, 1.2],
    ] as const) {
      const { duration } = await readSound(file(whole.slice(0, 0.6 * whole.length)));
      expect(duration).toBeGreaterThan(0.4 * seconds);
      expect(duration).toBeLessThan(0.85 * seconds);
    }
  });

  it('keeps only its sound when it is a video', async () => {
    const { blob, duration } = await readSound(file(await recordFilm({ tone: true })));
    expect(blob.type).toBe('audio/wav');
    expect(await readDuration(blob)).toBeCloseTo(duration, 1);
  });

  it('has the length of its decoded sound, whatever a player reads from its first frames', async () => {
    const frames = await bytesOf(await fixtureFile('first-frames-lie.mp3'));
    const blob = new Blob([frames], { type: 'audio/mpeg' });
    expect(await readDuration(blob)).toBeGreaterThan(30 * 60);
    expect(blob.size).toBeGreaterThan(2 * 2 ** 20);
    await openFile(file(frames));
    expect(recorder.recordingState).toBe('recorded');
    expect(recorder.duration).toBeGreaterThan(275);
    expect(recorder.duration).toBeLessThan(290);
  });

  it('is analysed to the end if streams follow each other', async () => {
    const ogg = await bytesOf(await fixtureFile('melody.ogg'));
    // Gives the second stream another serial number.
    const second = ogg.slice();
    const pages = second.reduce<number[]>(
      (found, byte, at) =>
        byte === 0x4f && second[at + 1] === 0x67 && second[at + 2] === 0x67 && second[at + 3] === 0x53
          ? [...found, at]
          : found,
      [],
    );
    for (const at of pages) {
      second[at + 14] = second[at + 14]! ^ 0x55;
      second.set(number(checksum(second, at), 4), at + 22);
    }
    const { duration, isPartial } = await readSound(file(concatBytes(ogg, second)));
    expect(duration).toBeCloseTo(12, 0);
    expect(isPartial).toBe(false);
  });

  it('is marked as a part if the browser stops at a second stream of another kind', async () => {
    const page = (first: boolean, granule: number, body: Uint8Array): Uint8Array =>
      concatBytes('OggS', [0, first ? 2 : 4], number(granule, 8), number(7, 4), number(0, 8), [1, body.length], body);
    const second = (seconds: number): Uint8Array =>
      concatBytes(
        page(true, 0, concatBytes('\x01vorbis', number(0, 4), [1], number(16_000, 4), new Uint8Array(14))),
        page(false, seconds * 16_000, new Uint8Array(90)),
      );
    const ogg = await bytesOf(await fixtureFile('melody.ogg'));
    const padded = await readSound(file(concatBytes(ogg, second(0.9))));
    expect([Math.round(padded.duration), padded.isPartial]).toEqual([6, false]);
    await openFile(file(concatBytes(ogg, second(4)), 'two.ogg'));
    expect([recorder.recordingState, Math.round(recorder.duration!), recorder.isPartial]).toEqual([
      'recorded',
      6,
      true,
    ]);
    resetRecording();
    expect(recorder.isPartial).toBe(false);
  });
});

/** The checksum of an Ogg page (RFC 3533): CRC-32 from the highest bit on, of the page without it. */
function checksum(bytes: Uint8Array, at: number): number {
  let end = at + 27 + bytes[at + 26]!;
  for (let i = at + 27; i < at + 27 + bytes[at + 26]!; i++) end += bytes[i]!;
  let crc = 0;
  for (let i = at; i < end; i++) {
    crc ^= (i >= at + 22 && i < at + 26 ? 0 : bytes[i]!) << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

describe('a browser that gives pages no decoder', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['no context', undefined],
    [
      'a context that refuses',
      function refuse() {
        throw new DOMException('', 'NotSupportedError');
      },
    ],
    ['a context without a decoder', function nothing() {}],
  ])('uses the notes of the bytes for a sound, as after a failure of the engine: %s', async (_, context) => {
    vi.stubGlobal('OfflineAudioContext', context);
    await openFile(await fixtureFile('melody.mp3'));
    expect(recorder.duration).toBeCloseTo(6, 0);
    const { analysis, engineFailure } = await current.recording!.analysis.result;
    expect(analysis.source).toBe('byte-hash');
    expect(engineFailure).toBe('This browser gives pages no decoder of sounds.');
  });

  it('refuses a video with the reason: its picture stays on the device', async () => {
    vi.stubGlobal('OfflineAudioContext', undefined);
    await openFile(file(await recordFilm({ tone: true })));
    expect(recorder.recordingState).toBe('inactive');
    expect(notices.map(({ title }) => title)).toEqual(['This browser gives pages no decoder of sounds.']);
  });
});

describe('a file without a readable sound', () => {
  it('is named by its kind, with the kinds that work', async () => {
    const mp4 = await bytesOf((await recordFiles())[0]);
    const works = 'WAV, MP3, AAC, Ogg, FLAC and WebM work.';
    const is = (name: string): string => `This is ${name}; this browser cannot read it. ${works}`;
    expect(await why(replaced(mp4, 'Opus', 'alac'))).toBe(is('an Apple Lossless file'));
    expect(await why(replaced(mp4, 'Opus', 'ac-3'))).toBe(is('a Dolby Digital file'));
    expect(await why(concatBytes('wvpk', new Uint8Array(100)))).toBe(is('a WavPack file'));
    expect(await why(caf(sine))).toBe(is('a Core Audio file'));
    expect(await why(au(sine))).toBe(is('an AU file'));
    expect(await why(wave64(sine))).toBe(is('a Wave64 file'));
    for (const code of [2, 0x11]) expect(await why(adpcmWave(sine, code))).toBe(is('an ADPCM file'));
    expect(await why(aiff(sine, 's16', 'ima4'))).toBe(is('an ADPCM file'));
    expect(await why(aiff(sine, 's16', 'QDM2'))).toBe(is('an old QuickTime file'));
    expect(await why(concatBytes('OggS', [0, 2], new Uint8Array(20), [1, 80], 'Speex   ', new Uint8Array(72)))).toBe(
      is('a Speex file'),
    );
  });

  it('is reported as empty or cut off', async () => {
    const mp4 = await bytesOf((await recordFiles())[0]);
    const none = 'There is no sound in this file. Please try a different file than x.';
    const damaged = 'No sound can be read from this file. x is damaged or was cut off. Please try a different file.';
    expect(await why(await recordFilm({ tone: false }))).toBe(none);
    expect(await why(wave({ channels: [new Float32Array()], sampleRate: SAMPLE_RATE }))).toBe(none);
    expect(await why(wave(sine).subarray(0, 36))).toBe(none);
    expect(await why(mp4.subarray(0, 40))).toBe(damaged);
    expect(await why(mp4.subarray(0, indexOfLetters(mp4, 'moof')))).toBe(damaged);
    expect(await why('{ "nothing": true }')).toBe('Invalid audio file. Please try a different file.');
  });

  it('does not become a fragrance of its bytes', async () => {
    await openFile(file(concatBytes(number(24, 4, true), 'ftypM4A ', new Uint8Array(900))));
    expect(recorder.recordingState).toBe('inactive');
    expect(notices.map(({ title }) => title)).toEqual(['No sound can be read from this file.']);
  });
});

/** Offset of the box with this name, which follows a length of 4 bytes. */
const indexOfLetters = (bytes: Uint8Array, letters: string): number =>
  new TextDecoder('latin1').decode(bytes).indexOf(letters) - 4;
