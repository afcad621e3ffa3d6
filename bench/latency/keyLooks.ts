import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import '#ui/theme/global.css';
import { registerSoundingNote, unregisterNote } from '#features/instruments/state/keyboard/keyboard.ts';
import { Piano } from '#screens/secret-keyboard/piano/Piano.tsx';

/** Looks of a key after presses. */
export interface KeyLooks {
  /** Presses after which the style of the key had changed at the next animation frame. */
  changed: number;
  /** Presses that changed the layout of a key; a transform does not. */
  moved: number;
  of: number;
}

const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));

/** Presses keys of the app's piano, each with another velocity, and reads their styles at the next animation frame. */
export async function keyLooks(presses: number): Promise<KeyLooks> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  root.render(createElement(Piano, { octave: 4, layout: null }));
  while (host.querySelector('button') === null) await frame();
  const places = (): string =>
    Array.from(host.querySelectorAll('button'), (key) =>
      [key.offsetLeft, key.offsetTop, key.offsetWidth, key.offsetHeight].join(),
    ).join();
  const looks: KeyLooks = { changed: 0, moved: 0, of: presses };
  for (let i = 0; i < presses; i++) {
    const midi = 60 + ((i * 5) % 12);
    const key = host.querySelector(`[data-midi="${midi}"]`)!;
    const style = getComputedStyle(key);
    const before = [style.backgroundImage, style.backgroundColor].join();
    const rest = places();
    registerSoundingNote('bench', midi, (i + 1) / presses, performance.now());
    await frame();
    if ([style.backgroundImage, style.backgroundColor].join() !== before) looks.changed += 1;
    if (places() !== rest) looks.moved += 1;
    unregisterNote('bench', midi, performance.now());
    await frame();
  }
  root.unmount();
  host.remove();
  return looks;
}
