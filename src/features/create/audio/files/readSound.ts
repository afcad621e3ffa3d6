import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { mixToMono } from '#analysis/dsp/mix.ts';
import { PcmError } from '#analysis/pcm/pcm.ts';
import { codedError, isCoded } from '#core/values/errors.ts';
import { readPcm } from '#analysis/pcm/index.ts';
import { decodeSound, MAX_FILE_BYTES, MAX_SECONDS, readDuration, type DecodedSound } from '../analysis/decode.ts';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { kindOf, QUICKTIME_KIND, type FileKind } from './kind.ts';
import { declaredSeconds, isPartOf } from './length.ts';
import type { Tracks } from './tracks.ts';
import { tracksIn } from './tracks.ts';

/** Reads a file as a sound: with the browser's decoders, or with ours for plain samples. */

/**
 * Reason for a file without a sound. `unsupported`: a sound of an unsupported kind, named in the error's message;
 * `damaged`: of a supported kind, but cut off or broken; `no_decoder`: the browser gives pages no decoder;
 * `invalid_file`: of a kind that is no sound; `unreadable`: a folder, or a file that was moved or deleted.
 */
export type SoundFileError =
  | 'empty'
  | 'unreadable'
  | 'invalid_file'
  | 'unsupported'
  | 'damaged'
  | 'no_decoder'
  | 'no_sound'
  | 'too_long'
  | 'cancelled';

export interface SoundFile {
  /**
   * The sound to play, store and send: the file itself, or a WAVE file of a video or of a format that few browsers
   * play.
   */
  blob: Blob;
  /** Null in a browser without a decoder. */
  sound: DecodedSound | null;
  /** Length, s: decoded, else as it is counted or as a player reads it. */
  duration: number;
  /** True when only a part of the file could be decoded. */
  isPartial: boolean;
}

type SoundKind = Extract<FileKind, { opens: 'sound' }>;

/** Maximum size for trying a file of an unknown kind, bytes; a browser may decode more kinds than Accord lists. */
const MAX_UNKNOWN_BYTES = 64 * 2 ** 20;
/** Decode files up to this size even if they claim to be too long, bytes. */
const MAX_DOUBTED_BYTES = 2 * 2 ** 20;
/** Maximum samples of all channels in memory: half an hour of two channels at 96 kHz. */
const MAX_SAMPLES = MAX_SECONDS * 2 * 96_000;
/** Decoders may add a little at the end, s. */
const SLACK_SECONDS = 1;
/** Larger sounds are written in mono, so that storage takes them. */
const MAX_STEREO_BYTES = MAX_RECORDING_BYTES - 2 ** 20;

/**
 * True for kinds that are first converted to WAVE: only one browser reads them, and no server stores them.
 */
const isPlainSamples = ({ container, type }: SoundKind): boolean =>
  container === 'aiff' || (container === 'wave' && type === null);

/**
 * Writes a sound as a WAVE file; in mono if it is long or has more than two channels, mixed as in the engine.
 */
export function asWav({ channels, sampleRate }: DecodedSound): Blob {
  const frames = channels[0]?.length ?? 0;
  const kept =
    channels.length > 2 || frames * 2 * channels.length > MAX_STEREO_BYTES ? [mixToMono(channels)] : channels;
  return new Blob([wavFile(kept, sampleRate, { isRestored: true })], { type: 'audio/wav' });
}

/** A file's samples as a WAVE file, or the reason why there are none. */
async function samplesAsWav(bytes: Uint8Array): Promise<Blob | PcmError> {
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

/** Names of MP4 and Matroska codecs that some browsers do not support. */
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

/** The reason why a file was not decoded, by its contents. */
function whyUndecodable(
  kind: SoundKind | null,
  tracks: Tracks | null,
  pcm: PcmError | null,
): ReturnType<typeof codedError> {
  if (kind === null) return codedError('invalid_file', 'It is no sound that is known.');
  if (pcm !== null) {
    if (pcm.code === 'too_long') return codedError('too_long', pcm.message);
    if (pcm.code === 'no_data') return codedError('no_sound', pcm.message);
    if (pcm.code === 'unsupported') {
      const { codec } = pcm;
      const name = codec === null ? kind.name : (nameOfCodec(codec) ?? `${kind.name} with ${codec}`);
      return codedError('unsupported', name, pcm.message);
    }
  }
  if (kind.container === 'mp4' || kind.container === 'matroska') {
    if (tracks === null) return codedError('damaged', kind.name);
    if (tracks.sound.length === 0) return codedError('no_sound', 'It has no sound track.');
    const name = tracks.sound.map(nameOfCodec).find((known) => known !== undefined);
    if (name !== undefined) return codedError('unsupported', name);
  }
  return plays(kind.type) ? codedError('damaged', kind.name) : codedError('unsupported', kind.name);
}

/**
 * The length of a sound before decoding, s, 0 if unknown: `counted`, else stated by its tracks, else read by a player.
 * Refuses a file by its stated length only if it is large enough to be that long.
 * @throws coded `too_long`, `invalid_file` or `cancelled`
 */
async function lengthOf(
  blob: Blob,
  counted: number | null,
  kind: SoundKind | null,
  tracks: Tracks | null,
  signal: AbortSignal | undefined,
): Promise<number> {
  let seconds = counted ?? tracks?.seconds ?? null;
  try {
    seconds ??= await readDuration(blob, signal);
  } catch (error) {
    // A file of an unknown kind must at least play before it is decoded.
    if (isCoded(error, 'cancelled') || kind === null) throw error;
    return 0;
  }
  if (seconds > MAX_SECONDS + SLACK_SECONDS && blob.size > MAX_DOUBTED_BYTES)
    throw codedError('too_long', `The sound lasts ${Math.round(seconds)} s.`);
  return seconds;
}

/**
 * Reads a sound or video file.
 * @throws coded {@link SoundFileError}
 */
export async function readSound(file: Blob, signal?: AbortSignal): Promise<SoundFile> {
  const check = (): void => {
    if (signal?.aborted === true) throw codedError('cancelled', 'The file was put aside.');
  };
  let kind: FileKind | null;
  try {
    kind = await kindOf(file);
  } catch (error) {
    throw codedError('unreadable', 'The file cannot be read.', error);
  }
  if (file.size === 0) throw codedError('empty', 'The file is empty.');
  if (file.size > MAX_FILE_BYTES)
    throw codedError('too_long', 'The file is larger than any sound that can be listened to.');
  if (kind !== null && kind.opens !== 'sound') throw codedError('invalid_file', 'The file holds notes, and no sound.');
  if (kind === null && file.size > MAX_UNKNOWN_BYTES) throw codedError('invalid_file', 'It is no sound that is known.');
  check();
  return decode(file, kind, check, signal);
}

async function decode(
  file: Blob,
  kind: SoundKind | null,
  check: () => void,
  signal: AbortSignal | undefined,
): Promise<SoundFile> {
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
  const counted = kind === null ? null : declaredSeconds(bytes, kind.container);
  const seconds = await lengthOf(blob, counted, kind, tracks, signal);
  // Only the sound of a video leaves the device, and few browsers play QuickTime.
  const rewrapped = tracks?.video === true || kind?.name === QUICKTIME_KIND;
  let sound: DecodedSound;
  try {
    sound = await decodeSound(bytes.buffer, seconds);
  } catch (error) {
    check();
    // The analysis then takes the notes of the bytes, if a player proves that they are a sound.
    if (isCoded(error, 'no_decoder') && seconds > 0 && !rewrapped)
      return { blob, sound: null, duration: seconds, isPartial: false };
    if (!isCoded(error, 'undecodable')) throw error;
    if (kind?.container !== 'wave' || isPlainSamples(kind)) throw whyUndecodable(kind, tracks, pcm);
    // Read again: the decoder detached the bytes.
    const written = await samplesAsWav(await bytesOf(file));
    if (written instanceof PcmError) throw whyUndecodable(kind, tracks, written);
    blob = written;
    const writtenBytes = await bytesOf(written);
    sound = await decodeSound(writtenBytes.buffer, await lengthOf(written, null, kind, null, signal));
  }
  check();
  const duration = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
  if (duration === 0) throw codedError('no_sound', 'The file holds no samples.');
  if (duration > MAX_SECONDS + SLACK_SECONDS)
    throw codedError('too_long', `The sound lasts ${Math.round(duration)} s.`);
  const isPartial = counted !== null && isPartOf(duration, counted);
  return { blob: rewrapped ? asWav(sound) : blob, sound, duration, isPartial };
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw codedError('unreadable', 'The file cannot be read.', error);
  }
}
