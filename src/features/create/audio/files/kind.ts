import { isMidi } from '#features/instruments/domain/midi/chunks.ts';
import { offsetAfterId3 } from '#analysis/pcm/pcm.ts';
import { mpegFrameAt } from '#shared/common/mpegFrames.ts';

/**
 * The kind of a file by its bytes alone. Types that systems report vary (audio/x-m4a, video/mp4 for a voice, none at
 * all), and so do file name extensions.
 */

export type Container = 'wave' | 'mpeg' | 'adts' | 'ogg' | 'flac' | 'mp4' | 'matroska' | 'aiff' | 'other';

export type FileKind =
  | { opens: 'midi' | 'fragrance' }
  | {
      opens: 'sound';
      container: Container;
      /** MIME type for players; null when no browser plays it. */
      type: string | null;
      /** Name with its article, for messages. */
      name: string;
    };

/** Bytes to read from the start: enough to skip the zeros at the beginning of some streams. */
export const HEAD_BYTES = 64 * 1024;

const sound = (container: Container, type: string | null, name: string): FileKind => ({
  opens: 'sound',
  container,
  type,
  name,
});

export const QUICKTIME_KIND = 'a QuickTime file';

/** A kind that is only named. */
const namedKind = (name: string, type: string | null = null): FileKind => sound('other', type, name);

/** Offset, kind, and the expected bytes: letters as text, other bytes escaped. */
const FILE_SIGNATURES: readonly (readonly [at: number, kind: FileKind, ...magics: string[]])[] = [
  // Chromium plays it as little-endian.
  [0, sound('wave', null, 'a big-endian WAV file'), 'RIFX'],
  [8, sound('wave', 'audio/wav', 'a WAV file'), 'WAVE'],
  [0, namedKind('a Wave64 file'), 'riff\x2e\x91\xcf\x11'],
  [0, sound('flac', 'audio/flac', 'a FLAC file'), 'fLaC'],
  // QuickTime files from before 2001 have no first box, and neither have some MP4.
  [4, sound('mp4', 'audio/mp4', QUICKTIME_KIND), 'ftypqt  ', 'moov', 'wide'],
  [4, sound('mp4', 'audio/mp4', 'an MP4 file'), 'ftyp', 'styp'],
  // EBML, of which WebM is the kind that browsers read.
  [0, sound('matroska', 'audio/webm', 'a WebM or Matroska file'), '\x1a\x45\xdf\xa3'],
  [0, namedKind('an AAC file', 'audio/aac'), 'ADIF'],
  [8, sound('aiff', 'audio/aiff', 'an AIFF file'), 'AIFF', 'AIFC'],
  [0, namedKind('a Core Audio file', 'audio/x-caf'), 'caff'],
  [0, namedKind('an AU file'), '.snd'],
  [8, namedKind('an AVI video'), 'AVI '],
  [0, namedKind('a Windows Media file'), '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  [0, namedKind('a WavPack file'), 'wvpk'],
  [0, namedKind("a Monkey's Audio file"), 'MAC '],
  [0, namedKind('a Musepack file'), 'MPCK', 'MP+'],
  [0, namedKind('a Dolby Digital file', 'audio/ac3'), '\x0b\x77'],
  [0, namedKind('a Dolby Digital file'), '\x77\x0b'],
  [
    0,
    namedKind('a DTS file'),
    '\x7f\xfe\x80\x01',
    '\xfe\x7f\x01\x80',
    '\x1f\xff\xe8\x00',
    '\xff\x1f\x00\xe8',
    'DTSHDHDR',
  ],
  [0, namedKind('an AMR recording', 'audio/amr'), '#!AMR'],
  [0, namedKind('a SILK recording'), '#!SILK', '\x02#!SILK'],
  [0, namedKind('a True Audio file'), 'TTA1', 'TTA2'],
  [0, namedKind('a Shorten file'), 'ajkg'],
  [0, namedKind('an OptimFROG file'), 'OFR '],
  [0, namedKind('a TAK file'), 'tBaK'],
  [0, namedKind('a RealAudio file'), '.ra\xfd'],
  [0, namedKind('a RealMedia file'), '.RMF'],
  [0, namedKind('a DSD file'), 'DSD ', 'FRM8'],
  [0, namedKind('a Creative Voice file'), 'Creative Voice File'],
  [8, namedKind('an Amiga sound'), '8SVX'],
  [0, namedKind('a TwinVQ file'), 'TWIN'],
  [0, namedKind('a Flash video'), 'FLV\x01'],
  [0, namedKind('an MPEG video'), '\x00\x00\x01\xba'],
];

/** Beginnings of an Ogg stream's first packet, 28 bytes after the page begins. */
const OGG_SIGNATURES: readonly (readonly [string, string])[] = [
  ['Speex   ', 'a Speex file'],
  ['OpusHead', 'an Opus file'],
  ['\x01vorbis', 'an Ogg file'],
  ['\x7fFLAC', 'a FLAC file'],
];

const matches = (bytes: Uint8Array, at: number, magic: string): boolean => {
  for (let i = 0; i < magic.length; i++) if (bytes[at + i] !== magic.charCodeAt(i)) return false;
  return true;
};

/** The position after ID3v2 tags and leading zeros; the file's length if that is beyond the read bytes. */
function behindPadding(bytes: Uint8Array): number {
  for (let at = 0; ;) {
    const before = at;
    at = offsetAfterId3(bytes, at);
    while (bytes[at] === 0 && (at > 0 || bytes[3] === 0)) at++;
    if (at === before) return at;
  }
}

/**
 * A sound file of bare MPEG frames, or null. Requires two consecutive frames: two bytes of ones occur in any file.
 */
function bareFrames(bytes: Uint8Array, at: number): FileKind | null {
  const first = mpegFrameAt(bytes, at);
  if (first === null) return null;
  const end = at + first.bytes;
  if (end + 4 <= bytes.length && mpegFrameAt(bytes, end)?.kind !== first.kind) return null;
  switch (first.kind) {
    case 'adts':
      return sound('adts', 'audio/aac', 'an AAC file');
    case 'layer-3':
      return sound('mpeg', 'audio/mpeg', 'an MP3 file');
    default:
      return sound('mpeg', null, 'an MP2 file');
  }
}

/** True for the start of a JSON file: a brace after white space, then a string or another brace. */
const isJson = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*\{\s*["}]/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 256)));

/** True for packets of 188 bytes (ISO 13818-1); a single sync byte is a letter too. */
const isTransportStream = (bytes: Uint8Array): boolean => [0, 188, 376, 564].every((at) => bytes[at] === 0x47);

/** The kind of a file by its first {@link HEAD_BYTES}; null when unknown. */
export function fileKind(head: Uint8Array): FileKind | null {
  if (isMidi(head)) return { opens: 'midi' };
  if (isJson(head)) return { opens: 'fragrance' };
  const at = behindPadding(head);
  for (const place of at === 0 ? [0] : [0, at]) {
    for (const [offset, kind, ...magics] of FILE_SIGNATURES)
      if (magics.some((magic) => matches(head, place + offset, magic))) return kind;
    if (matches(head, place, 'OggS')) {
      const known = OGG_SIGNATURES.find(([mark]) => matches(head, place + 28, mark));
      return sound('ogg', known?.[0] === 'Speex   ' ? null : 'audio/ogg', known?.[1] ?? 'an Ogg file');
    }
    const frames = bareFrames(head, place);
    if (frames !== null) return frames;
  }
  if (isTransportStream(head)) return namedKind('an MPEG transport stream');
  // Sound after a tag, but not beginning with a frame.
  return offsetAfterId3(head) > 0 ? sound('mpeg', 'audio/mpeg', 'an MP3 file') : null;
}

/**
 * The kind of a file.
 * @throws the error of reading it: it is a folder, or was moved or deleted
 */
export async function kindOf(file: Blob): Promise<FileKind | null> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // A picture in the tag may be longer than the read bytes.
  const at = behindPadding(head);
  if (at < head.length || at >= file.size) return fileKind(head);
  return fileKind(new Uint8Array(await file.slice(at, at + HEAD_BYTES).arrayBuffer())) ?? fileKind(head);
}
