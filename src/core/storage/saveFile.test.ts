import { afterEach, expect, test, vi } from 'vitest';
import { onNotice } from '../appState/notices.ts';
import { isInOtherApp, saveFile } from './saveFile.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const IPHONE_AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID_AGENT = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';

test('recognises the browsers inside other apps', () => {
  const inside = [
    `${IPHONE_AGENT} Mobile/22B83 Instagram 350.0.0.20.94`,
    `${IPHONE_AGENT} Mobile/22B83`,
    `${IPHONE_AGENT} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.40.108]`,
    `${ANDROID_AGENT}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
    `${ANDROID_AGENT}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.54`,
  ];
  expect(inside.filter((agent) => !isInOtherApp(agent))).toEqual([]);
});

test('takes no real browser for one inside another app', () => {
  const real = [
    `${IPHONE_AGENT} Version/18.1 Mobile/15E148 Safari/604.1`,
    `${IPHONE_AGENT} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
    `${ANDROID_AGENT}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  ];
  expect(real.filter((agent) => isInOtherApp(agent))).toEqual([]);
});

test.each([
  ['in the browser of another app', `${IPHONE_AGENT} Mobile/22B83`, ['This app may not save files.']],
  ['in a real browser', `${IPHONE_AGENT} Version/18.1 Mobile/15E148 Safari/604.1`, []],
])('%s begins a download, with a notice if the app may ignore it', (_name, userAgent, expected) => {
  vi.useFakeTimers();
  const link = { href: '', download: '', click: vi.fn<() => void>(), remove: () => undefined };
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => undefined } });
  const titles: string[] = [];
  // A new listener also gets the notices of earlier tests.
  const leave = onNotice(({ key, title }) => key === 'saving' && titles.push(title));
  saveFile(new Blob(['rose']), 'rose.txt');
  leave();
  expect(link).toMatchObject({ href: expect.stringMatching(/^blob:/), download: 'rose.txt' });
  expect(link.click).toHaveBeenCalledOnce();
  expect(titles).toEqual(expected);
});
