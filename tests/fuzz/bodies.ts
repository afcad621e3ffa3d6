/** Hostile bodies, from a seed: JSON, forms, pictures and bytes, right at the edge and far beyond it. */
import { deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { wav } from '#tests/backend/support/testServer.ts';
import { concatBytes, number } from '#tests/fixtures/containers.ts';
import { fieldsOf, mixed, nastyText, nastyValue, splitWords, type Known } from './values.ts';

export interface Body {
  type: string | null;
  bytes: Uint8Array;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

const zeros = (length: number) => new Uint8Array(length);
const pngChunk = (type: string, data: Uint8Array) => concatBytes(number(data.length, 4, true), type, data, zeros(4));
/** A PNG whose header gives this size, with `rows` bytes of packed zeros: a decompression bomb when many. */
const pngOf = (width: number, height: number, rows: number) =>
  concatBytes(
    [0x89],
    'PNG\r\n\u001a\n',
    pngChunk('IHDR', concatBytes(number(width, 4, true), number(height, 4, true), [8, 2, 0, 0, 0])),
    pngChunk('IDAT', deflateSync(zeros(rows))),
    [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  );

// Made once: a bomb takes longer to make than to refuse.
const SOUND_BYTES = wav({ seconds: 0.05 });
const FILES: readonly Uint8Array[] = [
  SOUND_BYTES,
  SOUND_BYTES.subarray(0, 30),
  concatBytes(SOUND_BYTES, '<script>alert(1)</script>'),
  concatBytes('RIFF', zeros(4), 'WAVE', zeros(64)),
  concatBytes('ID3', [3, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f], Array<number>(100).fill(0xff)),
  concatBytes('OggS', zeros(40), '<svg onload=alert(1)>'),
  concatBytes([0, 0, 0, 0x20], 'ftypM4A ', zeros(24)),
  concatBytes([0x1a, 0x45, 0xdf, 0xa3], 'webm', zeros(40)),
  concatBytes([0xff, 0xfb, 0x90, 0x00], zeros(413)),
  pngOf(1200, 630, 1200 * 630 * 3 + 630),
  pngOf(1200, 630, 10),
  pngOf(60_000, 60_000, 30_000_000),
  pngOf(0, 0, 0),
  pngOf(0xffffffff, 0xffffffff, 1),
  concatBytes(pngOf(1200, 630, 10), SOUND_BYTES),
  concatBytes(SOUND_BYTES, pngOf(1200, 630, 10)),
  utf8('GIF89a<html><script>'),
  utf8('%PDF-1.7'),
  gzipSync(zeros(5_000_000)),
  zeros(0),
];
const file: fc.Arbitrary<Uint8Array> = mixed([4, fc.constantFrom(...FILES)], [1, fc.uint8Array({ maxLength: 600 })]);
const picture: fc.Arbitrary<Body> = file.map((bytes) => ({ type: 'image/png', bytes }));

const DEEP_JSON = [100, 2_000, 20_000]
  .flatMap((depth) => [
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    '['.repeat(depth),
  ])
  .map(utf8);
const GIANT_JSON = [
  utf8(`{"name":"${'A'.repeat(700_000)}"}`),
  utf8(`[${'0,'.repeat(200_000)}0]`),
  utf8(`{${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`).join()}}`),
  utf8('9'.repeat(100_000)),
];
const NOT_JSON = splitWords(String.raw`
{ {"a":1 {"a":1}} {'a':1} {"a":NaN} "\ud800" {"a":"\u0000"} {"a":"\ud800"} {"__proto__":{"a":1}} {"a":1,"a":2} null 0 "" true []
<xml/> a=1&b=2 - 1e400`)
  .concat('\0', '\ufeff{}')
  .map(utf8);

const NOT_UTF8 = latin1('\u00ff\u00c3\u0028\u00ed\u00a0\u0080');
/** Encodings that JSON may not have, or not quite. */
const encoding = fc.constantFrom<(json: string) => Uint8Array>(
  (json) => Buffer.from(json, 'utf16le'),
  latin1,
  (json) => utf8(`\ufeff${json}`),
  (json) => Buffer.concat([utf8(json.slice(0, 8)), NOT_UTF8, utf8(json.slice(8))]),
  (json) => utf8(json).subarray(0, Math.floor(json.length / 2)),
  // Half a pair, escaped: valid JSON that no UTF-8 text can hold.
  (json) => utf8(json.replace(/"([^"\\]*)"(?=[,}])/, '"$1\\ud800\\u0000"')),
);

/** JSON with these fields, in encodings that JSON may and may not have. */
function jsonBody(names: readonly string[], known: Known): fc.Arbitrary<Body> {
  const text = mixed(
    [6, fieldsOf(names, known) as fc.Arbitrary<unknown>],
    [1, nastyValue],
    [1, fc.array(fieldsOf(names, known), { maxLength: 4 }) as fc.Arbitrary<unknown>],
  ).map((value) => JSON.stringify(value) ?? 'null');
  const encoded = fc.tuple(text, mixed([12, fc.constant(utf8)], [1, encoding])).map(([json, encode]) => encode(json));
  return mixed([24, encoded], [3, fc.constantFrom(...NOT_JSON)], [1, fc.constantFrom(...DEEP_JSON, ...GIANT_JSON)]).map(
    (bytes) => ({ type: 'application/json', bytes }),
  );
}

/** Names that a file of a form may have. */
const FILE_NAMES = 'recording.mp3||\0|../../a|a"; filename="b|é.wav|a\r\nX-Evil: 1'.split('|').concat('x'.repeat(500));
const BOUNDARY = '----fuzz1234';
const BODY_END = `--${BOUNDARY}--\r\n`;
const formPart = (disposition: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const NESTED_BODY = `--${BOUNDARY}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n--b--\r\n`;
/** Damages to a whole form, or to its type. */
const formDamage = fc.constantFrom<(form: string, filePart: string) => string>(
  (form) => form.slice(0, Math.floor(form.length * 0.7)),
  (form) => form.slice(0, -BODY_END.length),
  (form) => form.replaceAll('\r\n', '\n'),
  (form) => `--${BOUNDARY}\r\n\r\nx\r\n${form}`,
  (form) => `${NESTED_BODY}${form}`,
  (form, filePart) => `${filePart}${form}`,
  () => '',
);
const formType = fc.constantFrom('; boundary=----other', `; boundary=${'b'.repeat(5000)}`, '');

/** A multipart form, whole or with a part of it missing or wrong. Its text is one of bytes. */
function formBody(names: readonly string[], known: Known): fc.Arbitrary<Body> {
  const others = names.filter((name) => name !== 'file');
  const bytesOf = (text: string) => utf8(text).toString('latin1');
  return fc
    .record({
      bytes: file,
      fileName: fc.constantFrom(...FILE_NAMES),
      field: fc.constantFrom('file', 'file', 'file', 'data', '', 'file[]'),
      fields: fieldsOf(others, known),
      damage: mixed([8, fc.constant((form: string) => form)], [7, formDamage]),
      type: mixed([12, fc.constant(`; boundary=${BOUNDARY}`)], [3, formType]),
    })
    .map(({ bytes, fileName, field, fields, damage, type }) => {
      const texts = Object.entries(fields).map(([name, value]) =>
        formPart(`name="${name}"`, typeof value === 'string' ? value : JSON.stringify(value)),
      );
      const disposition = bytesOf(`name="${field}"; filename="${fileName}"\r\nContent-Type: audio/mpeg`);
      const filePart = formPart(disposition, Buffer.from(bytes).toString('latin1'));
      const form = damage(`${bytesOf(texts.join(''))}${filePart}${BODY_END}`, filePart);
      return { type: `multipart/form-data${type}`, bytes: latin1(form) };
    });
}

const CONTENT_TYPES =
  splitWords(`application/json text/plain multipart/form-data multipart/form-data;boundary= application/x-www-form-urlencoded
  image/png audio/mpeg application/octet-stream application/json;charset=utf-16 application/vnd.pgrst.object+json text/csv */* ;;;`);

/** A body for a call with these fields. */
export function hostileBody(names: readonly string[], known: Known): fc.Arbitrary<Body | null> {
  const [json, form] = [jsonBody(names, known), formBody(names, known)];
  const any = mixed([4, json], [3, form], [3, picture]);
  return mixed(
    [8, json],
    [5, form],
    [3, picture],
    [3, fc.tuple(any, fc.constantFrom(...CONTENT_TYPES, null)).map(([body, type]) => ({ ...body, type }))],
    [1, nastyText.map((text) => ({ type: 'text/plain', bytes: utf8(text) }))],
    [1, fc.constant(null)],
  );
}

/** A body for a database function: its arguments as JSON, mostly. */
export const argumentsBody = (names: readonly string[], known: Known): fc.Arbitrary<Body | null> =>
  mixed([12, jsonBody(names, known) as fc.Arbitrary<Body | null>], [1, hostileBody(names, known)]);
