import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { fileKind, HEAD_BYTES, type FileKind } from '#features/create/audio/files/kind.ts';
import { declaredSeconds } from '#features/create/audio/files/length.ts';
import { readPcm, type Pcm } from '#analysis/pcm/index.ts';
import { which } from '#tests/browserPath.ts';
import { CommandError } from '#bench/command.ts';

/**
 * Decodes files of sound in Node: samples by the engine's own readers, MP3, FLAC, Vorbis and Opus by decoders in
 * WebAssembly, everything else by ffmpeg where it is installed.
 */

const OPUS_RATE = 48_000;

/** Result of the decoders in WebAssembly. */
interface Decoded {
  channelData: Float32Array[];
  samplesDecoded: number;
  sampleRate: number;
}

/**
 * A sound that lacks this much of its file's stated length is damaged, s; encoders add less at the beginning and the
 * end.
 */
const MAX_MISSING_SECONDS = 0.2;

/** A sound, and how much of it could not be decoded, s. */
export interface Sound extends Pcm {
  missing: number;
}

interface Decoder {
  ready: Promise<void>;
  free(): void;
}

/** Decodes with a decoder, and gives its memory back. */
async function decodeWith<D extends Decoder>(
  decoder: D,
  decode: (ready: D) => Decoded | Promise<Decoded>,
): Promise<Pcm> {
  await decoder.ready;
  const { error } = console;
  // They print each damaged frame; one sentence states how much there is.
  console.error = () => undefined;
  try {
    const { channelData, sampleRate, samplesDecoded } = await decode(decoder);
    const channels = channelData.map((samples) => new Float32Array(samples.subarray(0, samplesDecoded)));
    return { sampleRate, channels };
  } finally {
    console.error = error;
    decoder.free();
  }
}

/** Opus in Ogg, WebM or MP4; null for another codec, or more than two channels. */
async function decodeOpus(bytes: Uint8Array<ArrayBuffer>): Promise<Pcm | null> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  const channels = track === null ? 0 : await track.getNumberOfChannels();
  if (track === null || (await track.getCodec()) !== 'opus' || channels > 2) return null;
  const config = await track.getDecoderConfig();
  const head = config?.description === undefined ? null : bytesOf(config.description);
  // The first samples of a stream are the decoder's own (RFC 7845, 4.2); `OpusHead` counts them.
  const preSkip = head === null || head.length < 12 ? 0 : head[10]! + 256 * head[11]!;
  const frames: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) frames.push(data);
  const { OpusDecoder } = await import('opus-decoder');
  return decodeWith(new OpusDecoder({ channels, preSkip, sampleRate: OPUS_RATE }), (decoder) =>
    decoder.decodeFrames(frames),
  );
}

const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

/** Decodes a file with ffmpeg; null where it finds no sound. */
async function runFfmpeg(path: string): Promise<Pcm | null> {
  const options = ['-v', 'error', '-nostdin', '-i', path, '-map', '0:a:0', '-c:a', 'pcm_f32le', '-f', 'wav', '-'];
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', options, { encoding: 'buffer', maxBuffer: Infinity });
    return readPcm(new Uint8Array(stdout));
  } catch {
    return null;
  }
}

/** Decodes with ffmpeg, which needs a file to seek in. */
async function decodeWithFfmpeg(bytes: Uint8Array, path: string | null, name: string): Promise<Pcm | null> {
  if (which('ffmpeg') === null)
    throw new CommandError(
      `${name[0]!.toUpperCase()}${name.slice(1)} is read where ffmpeg is installed, which is not the case here.`,
    );
  if (path !== null) return runFfmpeg(path);
  const folder = mkdtempSync(join(tmpdir(), 'accord-analyze-'));
  try {
    const file = join(folder, 'sound');
    writeFileSync(file, bytes);
    return await runFfmpeg(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function decodeKind(
  kind: Extract<FileKind, { opens: 'sound' }>,
  bytes: Uint8Array<ArrayBuffer>,
  path: string | null,
): Promise<Pcm | null> {
  switch (kind.container) {
    case 'wave':
    case 'aiff':
      return readPcm(bytes);
    case 'mpeg': {
      const { MPEGDecoder } = await import('mpg123-decoder');
      return decodeWith(new MPEGDecoder(), (decoder) => decoder.decode(bytes));
    }
    case 'flac': {
      const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
      return decodeWith(new FLACDecoder(), (decoder) => decoder.decodeFile(bytes));
    }
    case 'ogg': {
      if (kind.name === 'an Opus file') return (await decodeOpus(bytes)) ?? decodeWithFfmpeg(bytes, path, kind.name);
      if (kind.name !== 'an Ogg file') return decodeWithFfmpeg(bytes, path, kind.name);
      const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
      return decodeWith(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(bytes));
    }
    case 'matroska':
      return (await decodeOpus(bytes)) ?? decodeWithFfmpeg(bytes, path, kind.name);
    default:
      return decodeWithFfmpeg(bytes, path, kind.name);
  }
}

/**
 * The samples of a file; `path` is null for standard input.
 * @throws CommandError, or PcmError for damaged samples
 */
export async function decodeSound(bytes: Uint8Array<ArrayBuffer>, path: string | null): Promise<Sound> {
  if (bytes.length === 0) throw new CommandError('The file is empty.');
  const kind = fileKind(bytes.subarray(0, HEAD_BYTES));
  if (kind === null) throw new CommandError('This is not a sound that can be read.');
  if (kind.opens !== 'sound')
    throw new CommandError(`This is ${kind.opens === 'midi' ? 'a MIDI' : 'a JSON'} file, not a sound.`);
  const sound = await decodeKind(kind, bytes, path);
  if (sound === null || sound.channels.length === 0 || sound.channels[0]!.length === 0)
    throw new CommandError(`No sound could be decoded: it looks like ${kind.name}, and may be damaged.`);
  const counted = declaredSeconds(bytes, kind.container);
  const missing = counted === null ? 0 : counted - sound.channels[0]!.length / sound.sampleRate;
  return { ...sound, missing: missing > MAX_MISSING_SECONDS ? missing : 0 };
}
