import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyStyleProps } from '../layout/styleProps.ts';

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const files = readdirSync(new URL('../..', import.meta.url), { recursive: true, encoding: 'utf8' });
const sheets = files.filter((path) => path.endsWith('.module.css')).map((path) => [path, text(path)] as const);
const scripts = files.filter((path) => /(?<!\.test)\.tsx$/.test(path)).map((path) => [path, text(path)] as const);

const classesOf = (sheet: string): string[] => [...sheet.matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name!);
const kit = ['type', 'layout', 'parts'].flatMap((name) => classesOf(text(`ui/theme/${name}.css`)));
const plainClasses = new Set([...kit, ...classesOf(text('ui/theme/base.css'))]);
const keyframesOf = (sheet: string): string[] => [...sheet.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name!);

const wordsOf = (path: string, found: IterableIterator<RegExpMatchArray>): [string, string][] =>
  [...found].flatMap(([, words]) => words!.trim().split(/\s+/)).map((word) => [path, word]);
const composedClasses = sheets.flatMap(([path, sheet]) =>
  wordsOf(path, sheet.matchAll(/composes: ([^;]+?) from global;/g)),
);
const written = scripts.flatMap(([path, script]) => wordsOf(path, script.matchAll(/className=(?:"|\{`)([\w\- ]+)/g)));

/** The classes of the typed properties of Stack, Row, Text and Box. */
const typedClasses = ['styleProps.ts', 'Box.tsx'].flatMap((file) =>
  [...text(`ui/layout/${file}`).matchAll(/^ {2}(\w+)\?:\s+([^;]+);$/gm)].flatMap(([, name, type]) => {
    const values = [...type!.matchAll(/'([\w-]+)'|\b(\d)\b/g)].map(([, word, number]) => word ?? number);
    const classOf = (value: unknown) => String(applyStyleProps('', { [name!]: value })['className']);
    return (type!.includes('boolean') ? [true] : type!.startsWith('Gap') ? [1, 2, 3, 4, 5, 6, 7] : values).map(classOf);
  }),
);

test('the shared sheets have every class that sheets compose, typed properties use and screens write', () => {
  expect(composedClasses.length).toBeGreaterThan(0);
  expect([...composedClasses, ...written].filter(([, word]) => !plainClasses.has(word))).toEqual([]);
  expect(typedClasses.length).toBeGreaterThan(70);
  expect(typedClasses.filter((word) => !plainClasses.has(word))).toEqual([]);
});

test('the kit has no class twice, and no unused one', () => {
  const used = new Set([...[...composedClasses, ...written].map(([, word]) => word), ...typedClasses, 'stack', 'row']);
  expect(kit.filter((name, at) => kit.indexOf(name) !== at || !used.has(name))).toEqual([]);
});

test('animations have one name for each way to move, and every shared name exists', () => {
  const shared = keyframesOf(text('ui/theme/motion.css'));
  const asked = sheets.flatMap(([path, sheet]) => wordsOf(path, sheet.matchAll(/animation: global\(([\w-]+)\)/g)));
  expect(asked.filter(([, name]) => !shared.includes(name))).toEqual([]);
  expect(shared.filter((name) => !asked.some(([, word]) => word === name))).toEqual([]);
  const bodyOf = (sheet: string): string[] =>
    [...sheet.matchAll(/@keyframes [\w-]+ (\{[\s\S]*?\n\})/g)].map(([, body]) => body!.replaceAll(/\s+/g, ' '));
  const bodies = [...sheets.map(([, sheet]) => sheet), text('ui/theme/motion.css')].flatMap(bodyOf);
  expect(bodies.filter((body, at) => bodies.indexOf(body) !== at)).toEqual([]);
});
