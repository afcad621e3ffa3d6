import { afterEach, describe, expect, it } from 'vitest';
import { readDuration } from '../../../src/features/listen/audio/analysis/decode.ts';
import { readSound } from '../../../src/features/listen/audio/files/readSound.ts';
import { fileWords } from '../../../src/features/listen/state/opening/fileWords.ts';
import { openFile } from '../../../src/features/listen/state/opening/openFile.ts';
import { resetRecording } from '../../../src/features/listen/state/recording/currentSound.ts';
import { recorder } from '../../../src/features/listen/state/recording/recorderView.ts';
import { onNotice, type Notice } from '../../../src/core/shell/notices.ts';
import { analyze } from '../../../workers/analysis/index.ts';
import { mixToMono } from '../../../workers/analysis/dsp/mix.ts';
import { IMA_STEPS } from '../../../workers/pcm/adpcm.ts';
import { imaWave, msWave } from '../../fixtures/adpcm.ts';
import { aiff, au, caf, id3, joined, number, wave, wave64, type Written } from '../../fixtures/containers.ts';
import { melody, MELODY_NOTES } from '../../fixtures/melody.ts';
import { filmed } from '../support/filmed.ts';
import { fixtureFile, recordAs } from '../support/fixtureFiles.ts';

const notices: Notice[] = [];
onNotice((notice) => notices.push(notice));

afterEach(() => {
  resetRecording();
  notices.length = 0;
});

const RATE = 16_000;
const sung: Written = { channels: [melody(RATE)], sampleRate: RATE };
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());

/** Named and typed as anything but a sound: its bytes alone tell. */
const file = (bytes: BlobPart, name = 'letter.txt'): File => new File([bytes], name, { type: 'text/plain' });

/** Other letters in the place of the ones that a file holds, of the same number. */
function replaced(bytes: Uint8Array<ArrayBuffer>, letters: string, by: string): Uint8Array<ArrayBuffer> {
  const at = Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .indexOf(letters);
  expect(at).toBeGreaterThan(-1);
  const changed = bytes.slice();
  changed.set(joined(by), at);
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
  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['AIFF', aiff(sung)],
    ['AIFF-C, little-endian', aiff(sung, 's16', 'sowt')],
    ['CAF', caf(sung)],
    ['AU', au(sung)],
    ['Wave64', wave64(sung)],
    ['RF64', wave(sung, { form: 'RF64' })],
    ['RIFX', wave(sung, { form: 'RIFX' })],
    ['a WAVE of 64-bit floats', wave(sung, { kind: 'f64' })],
    ['a WAVE of 24 bits in 4 bytes', wave(sung, { kind: 's24', padded: { bytes: 4 } })],
    ['a WAVE whose size was never written', wave(sung, { dataSize: 0 })],
    ['a WAVE behind an ID3 tag', joined(id3(100), wave(sung))],
    ["IMA's ADPCM", imaWave(sung, IMA_STEPS)],
    ["Microsoft's ADPCM", msWave(sung)],
  ])('%s is heard, and plays in every browser', async (_, bytes) => {
    const { blob, sound, duration } = await readSound(file(bytes));
    expect(duration).toBeCloseTo(6, 1);
    expect(analyze(mixToMono(sound.channels), sound.sampleRate).essence.toSorted()).toEqual(
      [...MELODY_NOTES].toSorted(),
    );
    expect(await readDuration(blob)).toBeCloseTo(duration, 1);
  });

  it('gives the same samples as a WAVE file of them', async () => {
    const [plain, other] = [await readSound(file(wave(sung))), await readSound(file(aiff(sung)))];
    expect(other.sound.channels).toEqual(plain.sound.channels);
  });
});

describe('a file that this browser decodes', () => {
  it('is a sound, whatever the system takes it for', async () => {
    const melodyFile = await fixtureFile('melody.wav');
    for (const mimeType of ['audio/mp4', 'video/webm;codecs=opus']) {
      const recorded = await recordAs(melodyFile, mimeType);
      for (const type of ['', 'video/mp4', 'application/octet-stream'])
        expect((await readSound(new File([recorded], 'a', { type }))).duration).toBeGreaterThan(5);
    }
  });

  it('leaves only its sound when it is a video', async () => {
    const { blob, duration } = await readSound(file(await filmed({ tone: true })));
    expect(blob.type).toBe('audio/wav');
    expect(await readDuration(blob)).toBeCloseTo(duration, 1);
  });

  it('is as long as what was decoded, whatever a player makes of its first frames', async () => {
    const frames = await bytesOf(await fixtureFile('first-frames-lie.mp3'));
    const blob = new Blob([frames], { type: 'audio/mpeg' });
    expect(await readDuration(blob)).toBeGreaterThan(30 * 60);
    expect(blob.size).toBeGreaterThan(2 * 2 ** 20);
    await openFile(file(frames));
    expect(recorder.recordingState).toBe('recorded');
    expect(recorder.duration).toBeGreaterThan(275);
    expect(recorder.duration).toBeLessThan(290);
  });

  it('is heard to the end where streams follow each other', async () => {
    const ogg = await bytesOf(await fixtureFile('melody.ogg'));
    // Every stream has a number of its own.
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
    expect((await readSound(file(joined(ogg, second)))).duration).toBeCloseTo(12, 0);
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

describe('a file that gives no sound', () => {
  it('is called by its name, with what works', async () => {
    const mp4 = await bytesOf(await recordAs(await fixtureFile('melody.wav'), 'audio/mp4'));
    const works = 'WAV, MP3, AAC, Ogg, FLAC and WebM work.';
    const is = (name: string): string => `This is ${name}; this browser cannot read it. ${works}`;
    expect(await why(replaced(mp4, 'Opus', 'alac'))).toBe(is('an Apple Lossless file'));
    expect(await why(replaced(mp4, 'Opus', 'ac-3'))).toBe(is('a Dolby Digital file'));
    expect(await why(joined('wvpk', new Uint8Array(100)))).toBe(is('a WavPack file'));
    expect(await why(caf(sung, 's16', { type: 'alac' }))).toBe(is('an Apple Lossless file'));
    expect(await why(aiff(sung, 's16', 'QDM2'))).toBe(is('an old QuickTime file'));
    expect(await why(joined('OggS', [0, 2], new Uint8Array(20), [1, 80], 'Speex   ', new Uint8Array(72)))).toBe(
      is('a Speex file'),
    );
  });

  it('says so where it holds none, or was cut off', async () => {
    const mp4 = await bytesOf(await recordAs(await fixtureFile('melody.wav'), 'audio/mp4'));
    const none = 'There is no sound in this file. Please try a different file than x.';
    const damaged = 'No sound can be read from this file. x is damaged or was cut off. Please try a different file.';
    expect(await why(await filmed({ tone: false }))).toBe(none);
    expect(await why(wave({ channels: [new Float32Array()], sampleRate: RATE }))).toBe(none);
    expect(await why(wave(sung).subarray(0, 36))).toBe(none);
    expect(await why(mp4.subarray(0, 40))).toBe(damaged);
    expect(await why(mp4.subarray(0, indexOfLetters(mp4, 'moof')))).toBe(damaged);
    expect(await why('{ "nothing": true }')).toBe('Invalid audio file. Please try a different file.');
  });

  it('becomes no fragrance of its bytes', async () => {
    await openFile(file(joined(number(24, 4, true), 'ftypM4A ', new Uint8Array(900))));
    expect(recorder.recordingState).toBe('inactive');
    expect(notices.map(({ title }) => title)).toEqual(['No sound can be read from this file.']);
  });
});

/** Where the box begins whose name stands there. */
const indexOfLetters = (bytes: Uint8Array, letters: string): number =>
  new TextDecoder('latin1').decode(bytes).indexOf(letters) - 4;
