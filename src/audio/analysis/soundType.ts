/**
 * What kind of sound file this is. The type a system reports varies (audio/x-m4a, audio/x-wav, none at
 * all), so the first bytes are believed first and the name's extension after them.
 */

interface Magic {
  at: number;
  bytes: readonly number[];
  type: string;
}

const text = (value: string): number[] => Array.from(value, (c) => c.charCodeAt(0));

const MAGIC: readonly Magic[] = [
  { at: 8, bytes: text('WAVE'), type: 'audio/wav' },
  { at: 0, bytes: text('ID3'), type: 'audio/mpeg' },
  { at: 0, bytes: text('OggS'), type: 'audio/ogg' },
  { at: 0, bytes: text('fLaC'), type: 'audio/flac' },
  // EBML, of which webm is the kind that browsers know.
  { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3], type: 'audio/webm' },
  { at: 4, bytes: text('ftyp'), type: 'audio/mp4' },
  { at: 0, bytes: text('ADIF'), type: 'audio/aac' },
];

const EXTENSIONS: Record<string, string> = {
  wav: 'audio/wav',
  wave: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'audio/webm',
  weba: 'audio/webm',
  mp4: 'audio/mp4',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
};

/** Bytes of the front that {@link soundType} looks at. */
export const MAGIC_BYTES = 12;

/** The media type of a file from its first bytes, else from its name, else null. */
export function soundType(head: Uint8Array, name: string): string | null {
  for (const { at, bytes, type } of MAGIC) {
    if (bytes.every((byte, i) => head[at + i] === byte)) return type;
  }
  // Bare frames: twelve bits of ones, then the layer, which is 0 in AAC's ADTS and never in MPEG audio.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf0) === 0xf0)
    return ((head[1] ?? 0) & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg';
  // MPEG 2.5 has eleven.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0) return 'audio/mpeg';
  return EXTENSIONS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}
