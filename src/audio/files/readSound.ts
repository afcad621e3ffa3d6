import { mixToMono } from '../../../workers/analysis/dsp/mix.ts';
import { PcmError } from '../../../workers/pcm/pcm.ts';
import { coded, isCoded } from '../../domain/errors.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { decodeSound, MAX_FILE_BYTES, MAX_SECONDS, readDuration, type DecodedSound } from '../analysis/decode.ts';
import { wavFile } from '../playback/wavFile.ts';
import { kindOf, QUICKTIME, type FileKind } from './kind.ts';
import { countedSeconds } from './length.ts';
import type { Tracks } from './trackList.ts';
import { tracksIn } from './tracks.ts';

/** A file becomes a sound: whatever this browser decodes, and what we read ourselves because it holds plain samples. */

/**
 * Why a file gives no sound. `unsupported`: a sound of a kind that is not read here, whose name is the error's message;
 * `damaged`: of a kind that is, but cut off or broken; `invalid_file`: nothing that is known to be a sound; `unreadable`: a
 * folder, or a file that was moved or deleted.
 */
export type SoundFileError =
  | 'empty'
  | 'unreadable'
  | 'invalid_file'
  | 'unsupported'
  | 'damaged'
  | 'no_sound'
  | 'too_long'
  | 'cancelled';

export interface ReadSound {
  /** What is played, kept and sent: the file itself, or its sound as a WAVE file where others could not play it, or it is a video. */
  blob: Blob;
  sound: DecodedSound;
  /** Seconds, of what was decoded. */
  duration: number;
}

type SoundKind = Extract<FileKind, { opens: 'sound' }>;

/** A file of a kind that is not known is tried up to this size, bytes; a browser may know more kinds than we do. */
const MAX_UNKNOWN_BYTES = 64 * 2 ** 20;
/** A file that only says that it is too long is decoded all the same up to this size: it cannot be much, bytes. */
const MAX_DOUBTED_BYTES = 2 * 2 ** 20;
/** Samples of all channels that are read into memory at most: half an hour of two channels at 96 kHz. */
const MAX_SAMPLES = MAX_SECONDS * 2 * 96_000;
/** A decoder may add a little at the end, s. */
const SLACK_SECONDS = 1;
/** Above this a sound is written in one channel: storage takes 25 MiB. */
const MAX_STEREO_BYTES = 24 * 2 ** 20;

/** Kinds that are written anew before anything else, as only one browser reads them and no server keeps them. */
const isPlainSamples = ({ container, type }: SoundKind): boolean =>
  container === 'aiff' || container === 'caf' || container === 'au' || (container === 'wave' && type === null);

/** A sound as a WAVE file. Of more than two channels, or where it is long, in one, as the engine mixes it. */
export function asWav({ channels, sampleRate }: DecodedSound): Blob {
  const frames = channels[0]?.length ?? 0;
  const kept =
    channels.length > 2 || frames * 2 * channels.length > MAX_STEREO_BYTES ? [mixToMono(channels)] : channels;
  return new Blob([wavFile(kept, sampleRate, 0x8000)], { type: 'audio/wav' });
}

/** The samples that a file holds as a WAVE file, or why there are none. */
async function samplesAsWav(bytes: Uint8Array): Promise<Blob | PcmError> {
  const { readPcm } = await importWithRetry(() => import('../../../workers/pcm/index.ts'));
  try {
    const sound = readPcm(bytes, MAX_SAMPLES);
    const seconds = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
    if (seconds === 0) return new PcmError('no_data', 'The file holds no samples.');
    return seconds > MAX_SECONDS + SLACK_SECONDS ? new PcmError('too_long', `It lasts ${seconds} s.`) : asWav(sound);
  } catch (error) {
    if (error instanceof PcmError) return error;
    throw error;
  }
}

const plays = (type: string | null): boolean => type !== null && new Audio().canPlayType(type) !== '';

/** What codecs of MP4 and Matroska are called, that some browsers do not know. */
const CODEC_NAMES: readonly (readonly [RegExp, string])[] = [
  [/alac|apple lossless/i, 'an Apple Lossless file'],
  [/^ac-?3|a_ac3|^ec-3|a_eac3/i, 'a Dolby Digital file'],
  [/truehd|mlpa/i, 'a Dolby TrueHD file'],
  [/^dts|a_dts/i, 'a DTS file'],
  [/^samr|^sawb/i, 'an AMR recording'],
  [/wavpack/i, 'a WavPack file'],
  [/tta/i, 'a True Audio file'],
  [/l[12]$|mp[12]\b/i, 'an MP2 file'],
  [/^ima4|adpcm|^ms\0/i, 'an ADPCM file'],
  [/^QDM|^Qclp|^MAC[36]/, 'an old QuickTime file'],
];

const nameOfCodec = (codec: string): string | undefined => CODEC_NAMES.find(([pattern]) => pattern.test(codec))?.[1];

/** Why a file was not decoded, of what is in it. */
function whyUndecodable(kind: SoundKind | null, tracks: Tracks | null, pcm: PcmError | null): ReturnType<typeof coded> {
  if (kind === null) return coded('invalid_file', 'It is no sound that is known.');
  if (pcm !== null) {
    if (pcm.code === 'too_long') return coded('too_long', pcm.message);
    if (pcm.code === 'no_data') return coded('no_sound', pcm.message);
    if (pcm.code === 'unsupported') {
      const { codec } = pcm;
      const name = codec === null ? kind.name : (nameOfCodec(codec) ?? `${kind.name} with ${codec}`);
      return coded('unsupported', name, pcm.message);
    }
  }
  if (kind.container === 'mp4' || kind.container === 'matroska') {
    if (tracks === null) return coded('damaged', kind.name);
    if (tracks.sound.length === 0) return coded('no_sound', 'It has no sound track.');
    const name = tracks.sound.map(nameOfCodec).find((known) => known !== undefined);
    if (name !== undefined) return coded('unsupported', name);
  }
  return plays(kind.type) ? coded('damaged', kind.name) : coded('unsupported', kind.name);
}

/**
 * Seconds of a sound before it is decoded, 0 where nobody knows: what is counted, else what a player says. A file is refused by
 * what it says of itself only if it is large enough to be that long.
 * @throws coded `too_long`, `invalid_file` or `cancelled`
 */
async function lengthOf(
  blob: Blob,
  bytes: Uint8Array,
  kind: SoundKind | null,
  tracks: Tracks | null,
  signal: AbortSignal | undefined,
): Promise<number> {
  let seconds = tracks?.seconds ?? (kind === null ? null : countedSeconds(bytes, kind.container));
  try {
    seconds ??= await readDuration(blob, signal);
  } catch (error) {
    // What is of no kind that is known must at least play: not every file is worth decoding.
    if (isCoded(error, 'cancelled') || kind === null) throw error;
    return 0;
  }
  if (seconds > MAX_SECONDS + SLACK_SECONDS && blob.size > MAX_DOUBTED_BYTES)
    throw coded('too_long', `The sound lasts ${Math.round(seconds)} s.`);
  return seconds;
}

/**
 * Reads a sound or video file.
 * @throws coded {@link SoundFileError}
 */
export async function readSound(file: Blob, signal?: AbortSignal): Promise<ReadSound> {
  const check = (): void => {
    if (signal?.aborted === true) throw coded('cancelled', 'The file was put aside.');
  };
  let kind: FileKind | null;
  try {
    kind = await kindOf(file);
  } catch (error) {
    throw coded('unreadable', 'The file cannot be read.', error);
  }
  if (file.size === 0) throw coded('empty', 'The file is empty.');
  if (file.size > MAX_FILE_BYTES) throw coded('too_long', 'The file is larger than any sound that can be listened to.');
  if (kind !== null && kind.opens !== 'sound') throw coded('invalid_file', 'The file holds notes, and no sound.');
  if (kind === null && file.size > MAX_UNKNOWN_BYTES) throw coded('invalid_file', 'It is no sound that is known.');
  check();
  return decode(file, kind, check, signal);
}

async function decode(
  file: Blob,
  kind: SoundKind | null,
  check: () => void,
  signal: AbortSignal | undefined,
): Promise<ReadSound> {
  let blob =
    kind === null || kind.type === null || kind.type === file.type ? file : new Blob([file], { type: kind.type });
  let bytes = await bytesOf(file);
  check();
  let pcm: PcmError | null = null;
  if (kind !== null && isPlainSamples(kind)) {
    const written = await samplesAsWav(bytes);
    if (written instanceof PcmError) pcm = written;
    else {
      blob = written;
      bytes = await bytesOf(written);
    }
  }
  const inBoxes = kind?.container === 'mp4' || kind?.container === 'matroska';
  const tracks = inBoxes ? tracksIn(bytes) : null;
  check();
  const seconds = await lengthOf(blob, bytes, kind, tracks, signal);
  let sound: DecodedSound;
  try {
    sound = await decodeSound(bytes.buffer, seconds);
  } catch (error) {
    if (!isCoded(error, 'undecodable')) throw error;
    check();
    if (kind?.container !== 'wave' || isPlainSamples(kind)) throw whyUndecodable(kind, tracks, pcm);
    // The decoder has taken the bytes.
    const written = await samplesAsWav(await bytesOf(file));
    if (written instanceof PcmError) throw whyUndecodable(kind, tracks, written);
    blob = written;
    const again = await bytesOf(written);
    sound = await decodeSound(again.buffer, await lengthOf(written, again, kind, null, signal));
  }
  check();
  const duration = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
  if (duration === 0) throw coded('no_sound', 'The file holds no samples.');
  if (duration > MAX_SECONDS + SLACK_SECONDS) throw coded('too_long', `The sound lasts ${Math.round(duration)} s.`);
  // Only the sound of a video leaves the device, and QuickTime is played by few.
  const anew = tracks?.video === true || kind?.name === QUICKTIME;
  return { blob: anew ? asWav(sound) : blob, sound, duration };
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw coded('unreadable', 'The file cannot be read.', error);
  }
}
