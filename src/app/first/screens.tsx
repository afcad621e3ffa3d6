import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { persisted } from '../../state/shell/persist.ts';
import { patternOf, screenAt } from '../routes.tsx';
import { Root } from '../Root.tsx';

/** A way in: a screen that people open by a link, with what is seen of it before any script has run. */
export interface FirstScreen {
  /** Source of a regular expression on the path. */
  path: string;
  /** The screen's module, from the root. */
  module: string;
  /** Markup of the whole page. */
  html: string;
}

/** The ways in: a path of each, its module, and the routes it stands for. */
const WAYS_IN: readonly (readonly [path: string, module: string, routes: readonly string[]])[] = [
  ['/', 'create/Create.tsx', ['/', '/create']],
  ['/results', 'results/Results.tsx', ['/results']],
  ['/share/aaaaaaaa', 'share/Share.tsx', ['/share/:shareId']],
  ['/store', 'store/Store.tsx', ['/store']],
  ['/beat-maker', 'beat-maker/BeatMaker.tsx', ['/beat-maker']],
];

/** Rendered while the app is built (pwa/firstPaint.ts), with the very components that the app then puts there. */
export async function firstScreens(): Promise<FirstScreen[]> {
  persisted.rehydrated = true;
  return Promise.all(
    WAYS_IN.map(async ([path, module, routes]) => {
      await screenAt(path)?.load();
      return {
        path: routes.map(patternOf).join('|'),
        module: `src/screens/${module}`,
        html: renderToString(
          <Router ssrPath={path}>
            <Root />
          </Router>,
        ),
      };
    }),
  );
}
