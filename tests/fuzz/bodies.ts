/** Hostile bodies, from a seed: JSON, forms, pictures and bytes, right at the edge and far beyond it. */
import { deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { wav } from '../backend/support/testServer.ts';
import { fieldsOf, mixed, nastyText, nastyValue, type Known } from './values.ts';

export interface Body {
  type: string | null;
  bytes: Buffer;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');

/** A PNG whose header gives this size, with `rows` bytes of packed zeros: a decompression bomb when many. */
function pngOf(width: number, height: number, rows: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(rows))),
    end,
  ]);
}

// Made once: a bomb takes longer to make than to refuse.
const SOUND = Buffer.from(wav({ seconds: 0.05 }));
const FILES: readonly Buffer[] = [
  SOUND,
  SOUND.subarray(0, 30),
  Buffer.concat([SOUND, utf8('<script>alert(1)</script>')]),
  Buffer.concat([utf8('RIFF\u0000\u0000\u0000\u0000WAVE'), Buffer.alloc(64)]),
  Buffer.concat([utf8('ID3\u0003\u0000\u0000'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f]), Buffer.alloc(100, 0xff)]),
  Buffer.concat([utf8('OggS'), Buffer.alloc(40), utf8('<svg onload=alert(1)>')]),
  Buffer.concat([utf8('\u0000\u0000\u0000\u0020ftypM4A '), Buffer.alloc(24)]),
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), utf8('webm'), Buffer.alloc(40)]),
  Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]),
  pngOf(1200, 630, 1200 * 630 * 3 + 630),
  pngOf(1200, 630, 10),
  pngOf(60_000, 60_000, 30_000_000),
  pngOf(0, 0, 0),
  pngOf(0xffffffff, 0xffffffff, 1),
  Buffer.concat([pngOf(1200, 630, 10), SOUND]),
  Buffer.concat([SOUND, pngOf(1200, 630, 10)]),
  utf8('GIF89a<html><script>'),
  utf8('%PDF-1.7'),
  gzipSync(Buffer.alloc(5_000_000)),
  Buffer.alloc(0),
];
const file: fc.Arbitrary<Buffer> = mixed(
  [4, fc.constantFrom(...FILES)],
  [1, fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes))],
);

const DEEP = [100, 2_000, 20_000]
  .flatMap((depth) => [
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
    '['.repeat(depth),
  ])
  .map(utf8);
const GIANT = [
  utf8(`{"name":"${'A'.repeat(700_000)}"}`),
  utf8(`[${'0,'.repeat(200_000)}0]`),
  utf8(`{${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`).join()}}`),
  utf8('9'.repeat(100_000)),
];
const NOT_JSON = String.raw`
{ {"a":1 {"a":1}} {'a':1} {"a":NaN} "\ud800" {"a":"\u0000"} {"a":"\ud800"} {"__proto__":{"a":1}} {"a":1,"a":2} null 0 "" true []
<xml/> a=1&b=2 - 1e400`
  .trim()
  .split(/\s+/)
  .concat('\0', '\ufeff{}')
  .map(utf8);

/** JSON with these fields, in encodings that JSON may and may not have. */
function jsonBody(names: readonly string[], known: Known): fc.Arbitrary<Body> {
  const text = mixed(
    [6, fieldsOf(names, known) as fc.Arbitrary<unknown>],
    [1, nastyValue],
    [1, fc.array(fieldsOf(names, known), { maxLength: 4 }) as fc.Arbitrary<unknown>],
  ).map((value) => JSON.stringify(value) ?? 'null');
  const encoded = fc
    .tuple(
      text,
      mixed([12, fc.constant('utf8')], [1, fc.constantFrom('utf16', 'latin1', 'bom', 'broken', 'cut', 'lone')]),
    )
    .map(([json, encoding]) => {
      if (encoding === 'utf16') return Buffer.from(json, 'utf16le');
      if (encoding === 'latin1') return Buffer.from(json, 'latin1');
      if (encoding === 'bom') return utf8(`\ufeff${json}`);
      if (encoding === 'broken')
        return Buffer.concat([
          utf8(json.slice(0, 8)),
          Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
          utf8(json.slice(8)),
        ]);
      if (encoding === 'cut') return utf8(json).subarray(0, Math.floor(json.length / 2));
      // Half a pair, escaped: valid JSON that no UTF-8 text can hold.
      if (encoding === 'lone') return utf8(json.replace(/"([^"\\]*)"(?=[,}])/, '"$1\\ud800\\u0000"'));
      return utf8(json);
    });
  return mixed([24, encoded], [3, fc.constantFrom(...NOT_JSON)], [1, fc.constantFrom(...DEEP, ...GIANT)]).map(
    (bytes) => ({ type: 'application/json', bytes }),
  );
}

/** A multipart form, whole or with a part of it missing or wrong. */
function formBody(names: readonly string[], known: Known): fc.Arbitrary<Body> {
  const fileNames = [
    'recording.mp3',
    '',
    '\0',
    '../../a',
    'a"; filename="b',
    'x'.repeat(500),
    'é.wav',
    'a\r\nX-Evil: 1',
  ];
  const header = fc.constantFrom(...fileNames);
  const damage = mixed(
    [5, fc.constant('none')],
    [1, fc.constantFrom(...'cut noEnd boundary noBoundary lf longBoundary noHeaders empty nested twice'.split(' '))],
  );
  return fc
    .tuple(
      file,
      header,
      fc.constantFrom('file', 'file', 'file', 'data', '', 'file[]'),
      fieldsOf(
        names.filter((name) => name !== 'file'),
        known,
      ),
      damage,
    )
    .map(([bytes, fileName, field, fields, wrong]) => {
      const boundary = '----fuzz1234';
      const parts: Buffer[] = [];
      for (const [name, value] of Object.entries(fields))
        parts.push(
          utf8(
            `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
          ),
        );
      const filePart = [
        utf8(
          `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: audio/mpeg\r\n\r\n`,
        ),
        bytes,
        utf8('\r\n'),
      ];
      parts.push(...filePart);
      if (wrong === 'twice') parts.push(...filePart);
      if (wrong === 'nested')
        parts.push(utf8(`--${boundary}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n--b--\r\n`));
      if (wrong === 'noHeaders') parts.push(utf8(`--${boundary}\r\n\r\nx\r\n`));
      if (wrong !== 'noEnd') parts.push(utf8(`--${boundary}--\r\n`));
      let whole: Buffer = Buffer.concat(parts);
      if (wrong === 'cut') whole = whole.subarray(0, Math.floor(whole.length * 0.7));
      if (wrong === 'empty') whole = Buffer.alloc(0);
      if (wrong === 'lf') whole = Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
      const shown = wrong === 'boundary' ? '----other' : wrong === 'longBoundary' ? 'b'.repeat(5000) : boundary;
      return {
        type: wrong === 'noBoundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${shown}`,
        bytes: whole,
      };
    });
}

const TYPES =
  'application/json text/plain multipart/form-data application/x-www-form-urlencoded image/png audio/mpeg application/octet-stream application/vnd.pgrst.object+json text/csv */* ;;;'.split(
    ' ',
  );

/** A body for a call with these fields. */
export function hostileBody(names: readonly string[], known: Known): fc.Arbitrary<Body | null> {
  const types = fc.constantFrom(...TYPES, 'multipart/form-data; boundary=', 'application/json; charset=utf-16', null);
  const any = mixed(
    [4, jsonBody(names, known)],
    [3, formBody(names, known)],
    [3, file.map((bytes) => ({ type: 'image/png', bytes }))],
  );
  return mixed(
    [8, jsonBody(names, known)],
    [5, formBody(names, known)],
    [3, file.map((bytes) => ({ type: 'image/png', bytes }))],
    [3, fc.tuple(any, types).map(([body, type]) => ({ ...body, type }))],
    [1, nastyText.map((text) => ({ type: 'text/plain', bytes: utf8(text) }))],
    [1, fc.constant(null)],
  );
}

/** A body for a database function: its arguments as JSON, mostly. */
export function argumentsBody(names: readonly string[], known: Known): fc.Arbitrary<Body | null> {
  return mixed([12, jsonBody(names, known) as fc.Arbitrary<Body | null>], [1, hostileBody(names, known)]);
}
