import { readdirSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

/** Words that the interface does not use, and their replacements. */
const REFUSED_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bfaces?\b|\bdrawing (of|on|goes|made)\b/i, 'flower'],
  [/\bour own accord\b|\baccord profile\b/i, 'fragrance'],
  [/\bwhoever\b|\bsomebody of accord\b|\btold to nobody\b/i, 'the shop, we, you'],
  [/\bnobody (sang|played|is|was)\b/i, 'was not sung or played'],
  [/\bdiary\b|\bwreath\b|\bremix(es)?\b|\byour room\b|\bthe wall\b|\bthe desk\b/i, 'nothing: the feature is gone'],
  [/\bback(ed)? ?up\b/i, 'copy'],
  [/\bsign(ed)? ?(in|out|off)\b|\blog ?off\b/i, 'log in, log out'],
  [/\bsing yours\b|\bsound of you\b/i, 'create'],
  [/\bsome day\b|\bof ours, until then\b/i, 'what is there now'],
];
/** Texts that the specification gives word for word. */
const SPECIFIED_WORDS = ['Sign In', 'Sign in here'];

/** Texts of a module that a visitor may read: its literals and the text of its elements, without names of classes. */
function stringsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (/^[^a-z./]*[A-Z]|\w \w/.test(words)) found.push(words);
  };
  const classes = new Set<number>();
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && name.name === 'className' && value !== null) classes.add(value.start);
    },
    JSXText: ({ value }) => add(value),
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !classes.has(start)) add(value);
    },
    // The values between its pieces are unknown here.
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked).join(' ')),
  }).visit(parseSync(file, source).program);
  return found;
}

const strings = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap((file) => stringsOf(file, readFileSync(`src/${file}`, 'utf8')));

describe('the words of the interface', () => {
  it('are read from literals, templates and elements, without names of classes', () => {
    const source =
      "const a = <p className='row face' title='The face'>Hello {b ? 'No one' : `Its ${c} face`} there</p>;";
    expect(stringsOf('a.tsx', source).sort()).toEqual(['Hello', 'Its face', 'No one', 'The face']);
    expect(strings.length).toBeGreaterThan(1000);
    expect(strings).toContain('Nothing grows here.');
  });

  it('are the same for the same thing', () => {
    const own = strings.filter((text) => !SPECIFIED_WORDS.includes(text));
    const refused = REFUSED_WORDS.flatMap(([pattern, better]) =>
      own.filter((text) => pattern.test(text)).map((text) => ({ text, better })),
    );
    expect(refused).toEqual([]);
  });

  it('need every exception in the list', () => {
    for (const text of SPECIFIED_WORDS) expect(strings).toContain(text);
  });
});
