import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { WordsOf } from '../../platform/loading/firstWords.ts';
import { persisted } from '../../state/shell/persist.ts';
import { patternOf, screenAt } from '../routes.tsx';
import { Root } from '../Root.tsx';

/** An entry screen: one that people open by a link, with what is seen of it before any script has run. */
export interface FirstScreen {
  /** Source of a regular expression on the path. */
  path: string;
  /** The screen's module, from the root. */
  module: string;
  /** What the elements with `data-word` are filled with; without it nothing is missing. */
  wordsOf?: WordsOf;
  /** Markup of the whole page. */
  html: string;
}

/** Stand-ins for the words of a share, each in its place. */
const WORDS: Record<WordsOf, Record<string, unknown>> = {
  share: {
    shareId: 'aaaaaaaa',
    title: 'Title',
    name: 'Name',
    story: 'Story',
    maker: 'Maker',
    description: 'Description',
  },
  fragrance: {},
};

/** The entry screens: a path of each, its module, the routes it stands for, and where its words come from. Of two the first that has its words is shown. */
const ENTRY_SCREENS: readonly (readonly [
  path: string,
  module: string,
  routes: readonly string[],
  wordsOf?: WordsOf,
])[] = [
  ['/', 'create/Create.tsx', ['/', '/create']],
  ['/results', 'results/Results.tsx', ['/results'], 'fragrance'],
  ['/results', 'results/Results.tsx', ['/results']],
  ['/share/aaaaaaaa', 'share/Share.tsx', ['/share/:shareId'], 'share'],
  ['/share/aaaaaaaa', 'share/Share.tsx', ['/share/:shareId']],
  ['/store', 'store/Store.tsx', ['/store']],
  ['/beat-maker', 'beat-maker/BeatMaker.tsx', ['/beat-maker']],
];

/** Rendered while the app is built (pwa/firstPaint.ts), with the very components that the app then puts there. */
export async function firstScreens(): Promise<FirstScreen[]> {
  persisted.rehydrated = true;
  const screens: FirstScreen[] = [];
  // One after the other: words are said to the whole page.
  for (const [path, module, routes, wordsOf] of ENTRY_SCREENS) {
    await screenAt(path)?.load();
    globalThis.firstWords = wordsOf && { of: wordsOf, words: WORDS[wordsOf] };
    const html = renderToString(
      <Router ssrPath={path}>
        <Root />
      </Router>,
    );
    screens.push({
      path: routes.map(patternOf).join('|'),
      module: `src/screens/${module}`,
      ...(wordsOf && { wordsOf }),
      html,
    });
  }
  return screens;
}
