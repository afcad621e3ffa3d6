import { isMidi } from '#features/instruments/domain/midi/container.ts';
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

export const QUICKTIME = 'a QuickTime file';

type Magic = readonly [at: number, magic: string, kind: FileKind];

/** Letters as text, other bytes escaped. */
const MAGIC: readonly Magic[] = [
  // Chromium plays it as little-endian.
  [0, 'RIFX', sound('wave', null, 'a big-endian WAV file')],
  [8, 'WAVE', sound('wave', 'audio/wav', 'a WAV file')],
  [0, 'riff\x2e\x91\xcf\x11', sound('other', null, 'a Wave64 file')],
  [0, 'fLaC', sound('flac', 'audio/flac', 'a FLAC file')],
  [4, 'ftypqt  ', sound('mp4', 'audio/mp4', QUICKTIME)],
  [4, 'ftyp', sound('mp4', 'audio/mp4', 'an MP4 file')],
  // QuickTime files from before 2001, and MP4 without its first box.
  [4, 'moov', sound('mp4', 'audio/mp4', QUICKTIME)],
  [4, 'wide', sound('mp4', 'audio/mp4', QUICKTIME)],
  [4, 'styp', sound('mp4', 'audio/mp4', 'an MP4 file')],
  // EBML, of which WebM is the kind that browsers know.
  [0, '\x1a\x45\xdf\xa3', sound('matroska', 'audio/webm', 'a WebM or Matroska file')],
  [0, 'ADIF', sound('other', 'audio/aac', 'an AAC file')],
  [8, 'AIFF', sound('aiff', 'audio/aiff', 'an AIFF file')],
  [8, 'AIFC', sound('aiff', 'audio/aiff', 'an AIFF file')],
  [0, 'caff', sound('other', 'audio/x-caf', 'a Core Audio file')],
  [0, '.snd', sound('other', null, 'an AU file')],
  [8, 'AVI ', sound('other', null, 'an AVI video')],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', sound('other', null, 'a Windows Media file')],
  [0, 'wvpk', sound('other', null, 'a WavPack file')],
  [0, 'MAC ', sound('other', null, "a Monkey's Audio file")],
  [0, 'MPCK', sound('other', null, 'a Musepack file')],
  [0, 'MP+', sound('other', null, 'a Musepack file')],
  [0, '\x0b\x77', sound('other', 'audio/ac3', 'a Dolby Digital file')],
  [0, '\x77\x0b', sound('other', null, 'a Dolby Digital file')],
  [0, '\x7f\xfe\x80\x01', sound('other', null, 'a DTS file')],
  [0, '\xfe\x7f\x01\x80', sound('other', null, 'a DTS file')],
  [0, '\x1f\xff\xe8\x00', sound('other', null, 'a DTS file')],
  [0, '\xff\x1f\x00\xe8', sound('other', null, 'a DTS file')],
  [0, 'DTSHDHDR', sound('other', null, 'a DTS file')],
  [0, '#!AMR', sound('other', 'audio/amr', 'an AMR recording')],
  [0, '#!SILK', sound('other', null, 'a SILK recording')],
  [0, '\x02#!SILK', sound('other', null, 'a SILK recording')],
  [0, 'TTA1', sound('other', null, 'a True Audio file')],
  [0, 'TTA2', sound('other', null, 'a True Audio file')],
  [0, 'ajkg', sound('other', null, 'a Shorten file')],
  [0, 'OFR ', sound('other', null, 'an OptimFROG file')],
  [0, 'tBaK', sound('other', null, 'a TAK file')],
  [0, '.ra\xfd', sound('other', null, 'a RealAudio file')],
  [0, '.RMF', sound('other', null, 'a RealMedia file')],
  [0, 'DSD ', sound('other', null, 'a DSD file')],
  [0, 'FRM8', sound('other', null, 'a DSD file')],
  [0, 'Creative Voice File', sound('other', null, 'a Creative Voice file')],
  [8, '8SVX', sound('other', null, 'an Amiga sound')],
  [0, 'TWIN', sound('other', null, 'a TwinVQ file')],
  [0, 'FLV\x01', sound('other', null, 'a Flash video')],
  [0, '\x00\x00\x01\xba', sound('other', null, 'an MPEG video')],
];

/** Beginnings of an Ogg stream's first packet, 28 bytes after the page begins. */
const OGG: readonly (readonly [string, string])[] = [
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
function behindPadding(bytes: Uint8Array): { at: number; tagged: boolean } {
  let at = 0;
  let tagged = false;
  for (;;) {
    const before = at;
    if (matches(bytes, at, 'ID3') && at + 10 <= bytes.length) {
      tagged = true;
      const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[at + i]! & 0x7f), 0);
      at += 10 + size + ((bytes[at + 5]! & 0x10) === 0 ? 0 : 10);
    }
    while (bytes[at] === 0 && (at > 0 || bytes[3] === 0)) at++;
    if (at === before) return { at, tagged };
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
  const { at, tagged } = behindPadding(head);
  for (const place of at === 0 ? [0] : [0, at]) {
    for (const [offset, magic, kind] of MAGIC) if (matches(head, place + offset, magic)) return kind;
    if (matches(head, place, 'OggS')) {
      const known = OGG.find(([mark]) => matches(head, place + 28, mark));
      return sound('ogg', known?.[0] === 'Speex   ' ? null : 'audio/ogg', known?.[1] ?? 'an Ogg file');
    }
    const frames = bareFrames(head, place);
    if (frames !== null) return frames;
  }
  if (isTransportStream(head)) return sound('other', null, 'an MPEG transport stream');
  // Sound after a tag, but not beginning with a frame.
  return tagged ? sound('mpeg', 'audio/mpeg', 'an MP3 file') : null;
}

/**
 * The kind of a file.
 * @throws the error of reading it: it is a folder, or was moved or deleted
 */
export async function kindOf(file: Blob): Promise<FileKind | null> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // A picture in the tag may be longer than the read bytes.
  const { at } = behindPadding(head);
  if (at < head.length || at >= file.size) return fileKind(head);
  return fileKind(new Uint8Array(await file.slice(at, at + HEAD_BYTES).arrayBuffer())) ?? fileKind(head);
}
