import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { WordsOf } from '#core/loading/firstWords.ts';
import { persisted } from '#core/appState/persist.ts';
import { patternOf, screenAt } from '../routes.tsx';
import { Root } from '../Root.tsx';

/** A prerendered entry screen: one that people open by a link. */
export interface FirstScreen {
  /** Source of a regular expression on the path. */
  path: string;
  /** Path of the screen's module, from the root. */
  module: string;
  /** Source of the texts for elements with `data-word`; absent when there are none. */
  wordsOf?: WordsOf;
  /** Markup of the whole page. */
  html: string;
}

/** Placeholders for the words of a share. */
const PLACEHOLDER_WORDS: Record<WordsOf, Record<string, unknown>> = {
  share: {
    shareId: 'aaaaaaaa',
    title: 'Title',
    name: 'Name',
    story: 'Story',
    maker: 'Maker',
    description: 'Description',
    musicEssence: 'Essence',
    topNotes: 'Top',
    middleNotes: 'Middle',
    baseNotes: 'Base',
  },
  fragrance: {},
};

/**
 * The entry screens: a sample path, the module, the routes it covers, and the source of its words. The first one
 * whose words are available is shown.
 */
const ENTRY_SCREENS: readonly (readonly [
  path: string,
  module: string,
  routes: readonly string[],
  wordsOf?: WordsOf,
])[] = [
  ['/', 'create/Create.tsx', ['/', '/create', '/index.html']],
  ['/results', 'results/Results.tsx', ['/results'], 'fragrance'],
  ['/results', 'results/Results.tsx', ['/results']],
  ['/share/aaaaaaaa', 'share/Share.tsx', ['/share/:shareId'], 'share'],
  ['/share/aaaaaaaa', 'share/Share.tsx', ['/share/:shareId']],
  ['/store', 'store/Store.tsx', ['/store']],
  ['/beat-maker', 'beat-maker/BeatMaker.tsx', ['/beat-maker']],
];

/** Renders the screens at build time (pwa/firstPaint.ts), with the same components as the app. */
export async function firstScreens(): Promise<FirstScreen[]> {
  persisted.rehydrated = true;
  const screens: FirstScreen[] = [];
  // One after the other: the words are global to the page.
  for (const [path, module, routes, wordsOf] of ENTRY_SCREENS) {
    await screenAt(path)?.load();
    globalThis.firstWords = wordsOf && { of: wordsOf, words: PLACEHOLDER_WORDS[wordsOf] };
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
