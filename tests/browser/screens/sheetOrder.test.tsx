import { expect, test } from 'vitest';
import About from '#screens/about/About.tsx';
import Register from '#screens/register/Register.tsx';
import { mount } from '../support/mount.tsx';

/** The sheets of the project, as Vite writes them into the page. */
const sheets = (): HTMLStyleElement[] =>
  [...document.head.querySelectorAll<HTMLStyleElement>('style[data-vite-dev-id]')].filter(({ dataset }) =>
    dataset['viteDevId']!.endsWith('.module.css'),
  );

/** The computed styles of all elements of a page, without the values that differ from one frame to the next. */
const computed = (host: HTMLElement): string[] =>
  [...host.querySelectorAll('*')].map((element) => {
    const style = getComputedStyle(element);
    const values = [...style].filter((name) => !name.startsWith('--')).map((name) => style.getPropertyValue(name));
    return `${element.localName}.${element.getAttribute('class')} ${values.join(' ')}`;
  });

test.for([
  ['About', <About key="about" />],
  ['Register', <Register key="register" />],
] as const)('%s looks the same in both orders of two screens and of their shared sheets', async ([, screen]) => {
  const host = await mount(screen);
  const before = computed(host);
  expect(sheets().length).toBeGreaterThan(5);
  for (const sheet of sheets().reverse()) document.head.append(sheet);
  expect(computed(host)).toEqual(before);
});
