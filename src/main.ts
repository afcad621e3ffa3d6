import './core/loading/noEval.ts';
import { afterFirstPaint, retryOnce } from './core/loading/firstPaint.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

// The first paint is the page's own (pwa/firstPaint.ts), and nothing is run that would hold it up. This file imports nothing
// that others do, or it would wait for what they share.
afterFirstPaint(() =>
  retryOnce(() => import('./app/start.tsx')).then(
    ({ start }) => start(root),
    () => {
      const heading = document.createElement('h1');
      heading.textContent = 'Application Error';
      const words = document.createElement('p');
      words.textContent = 'Failed to load the application. Please try refreshing the page.';
      const reload = document.createElement('button');
      reload.type = 'button';
      reload.textContent = 'Reload';
      reload.onclick = () => location.reload();
      window.early?.end();
      root.replaceChildren(heading, words, reload);
    },
  ),
);
