/**
 * Names an audio file's container by its first bytes. What the browser or the sender calls the file is
 * never asked: types vary by system, and a renamed text file has an honest-looking name.
 */

export interface AudioType {
  /** MIME type under which the object is served. */
  mime: 'audio/webm' | 'audio/mp4' | 'audio/mpeg' | 'audio/wav' | 'audio/ogg' | 'audio/aac' | 'audio/flac';
  /** Ending of the stored name, without a dot. */
  extension: string;
}

function ascii(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.length < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** MPEG audio bit rates in kbit/s by index, for MPEG 1 layers I to III and MPEG 2 / 2.5 layers I and II/III. */
const BIT_RATES = {
  v1: {
    1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  },
  v2: {
    1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    3: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const;
const SAMPLE_RATES = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8_000] } as const;

/** Length in bytes of the MPEG audio frame whose header stands at `at`, or 0 when none does. */
function mpegFrameLength(bytes: Uint8Array, at: number): number {
  const [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (a !== 0xff || b === undefined || c === undefined || (b & 0xe0) !== 0xe0) return 0;
  const version = (b >> 3) & 3;
  const layer = (4 - ((b >> 1) & 3)) as 1 | 2 | 3 | 4;
  const rateIndex = (c >> 2) & 3;
  if (version === 1 || layer === 4 || rateIndex === 3) return 0;
  const kbps = BIT_RATES[version === 3 ? 'v1' : 'v2'][layer][c >> 4];
  const hz = SAMPLE_RATES[version as 0 | 2 | 3][rateIndex];
  if (!kbps || !hz) return 0;
  const padding = (c >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kbps) / hz) + padding) * 4;
  const samples = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samples * kbps) / hz) + padding;
}

/** Length in bytes of the ADTS (AAC) frame whose header stands at `at`, or 0 when none does. */
function adtsFrameLength(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 7 || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return 0;
  if (((bytes[at + 2]! >> 2) & 0xf) > 12) return 0;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return length >= 7 ? length : 0;
}

/**
 * True when a frame header stands at `at` and the next one right behind that frame: two bytes of sync alone
 * occur in any binary file. A file that ends exactly there has one frame and counts too.
 */
function framesFrom(bytes: Uint8Array, at: number, lengthAt: (bytes: Uint8Array, at: number) => number): boolean {
  const length = lengthAt(bytes, at);
  if (length === 0) return false;
  return at + length === bytes.length || lengthAt(bytes, at + length) > 0;
}

/** Index behind an ID3v2 tag, or 0 when the file has none. */
function behindId3(bytes: Uint8Array): number {
  if (!ascii(bytes, 0, 'ID3') || bytes.length < 10) return 0;
  const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[i]! & 0x7f), 0);
  return 10 + size + (bytes[5]! & 0x10 ? 10 : 0);
}

/** MPEG or AAC frames behind an ID3 tag, after at most 2 KiB of padding. */
function framed(bytes: Uint8Array): AudioType | null {
  const start = behindId3(bytes);
  for (let at = start; at < Math.min(bytes.length, start + 2048); at++) {
    if (bytes[at] !== 0xff) {
      // Padding behind a tag is zeros; anything else in front of the first frame is another kind of file.
      if (bytes[at] !== 0) return null;
      continue;
    }
    if (framesFrom(bytes, at, adtsFrameLength)) return { mime: 'audio/aac', extension: 'aac' };
    if (framesFrom(bytes, at, mpegFrameLength)) return { mime: 'audio/mpeg', extension: 'mp3' };
    return null;
  }
  return null;
}

/** The kind of audio in `bytes`, or null when it is none that we take. */
export function audioTypeOf(bytes: Uint8Array): AudioType | null {
  if (bytes.length >= 32 && bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) {
    // EBML: WebM says so by its document type, within the header's first bytes; Matroska in general is not taken.
    for (let at = 4; at < Math.min(bytes.length, 64); at++)
      if (ascii(bytes, at, 'webm')) return { mime: 'audio/webm', extension: 'webm' };
    return null;
  }
  if (ascii(bytes, 4, 'ftyp') && bytes.length >= 16) {
    // Pictures (HEIC, AVIF) use the same boxes; their brands are not audio.
    const brand = String.fromCharCode(...bytes.subarray(8, 12));
    if (/^(heic|heix|hevc|mif1|msf1|avif|avis|crx )$/.test(brand)) return null;
    return { mime: 'audio/mp4', extension: 'm4a' };
  }
  if ((ascii(bytes, 0, 'RIFF') || ascii(bytes, 0, 'RF64')) && ascii(bytes, 8, 'WAVE') && bytes.length >= 44)
    return { mime: 'audio/wav', extension: 'wav' };
  if (ascii(bytes, 0, 'OggS') && bytes.length >= 28) return { mime: 'audio/ogg', extension: 'ogg' };
  if (ascii(bytes, 0, 'fLaC') && bytes.length >= 42) return { mime: 'audio/flac', extension: 'flac' };
  return framed(bytes);
}
