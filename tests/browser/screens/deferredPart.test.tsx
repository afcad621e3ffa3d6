import { describe, expect, test } from 'vitest';
import { createRoot } from 'react-dom/client';
import { queueTask } from '../../../src/core/lifetime/taskQueue.ts';
import { DeferredPart } from '../../../src/ui/loading/DeferredPart.tsx';

describe('what can wait until something is painted', () => {
  test('is done in order, one piece a frame at most, and not when it was called off', async () => {
    const done: string[] = [];
    let frames = 0;
    const count = () => {
      frames++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const at: number[] = [];
    const piece = (name: string) => () => {
      done.push(name);
      at.push(frames);
    };
    queueTask(piece('first'));
    const callOff = queueTask(piece('left'));
    queueTask(piece('second'));
    callOff();
    expect(done).toEqual([]);
    await expect.poll(() => done).toEqual(['first', 'second']);
    expect(at[1]).toBeGreaterThan(at[0]!);
  });

  test('a part of a screen has its place first, and then its content', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    const seen: string[] = [];
    const watcher = new MutationObserver(() => seen.push(host.innerHTML));
    watcher.observe(host, { childList: true });
    const root = createRoot(host);
    root.render(
      <>
        <DeferredPart waiting={<i>place</i>}>
          <b>one</b>
        </DeferredPart>
        <DeferredPart>
          <b>two</b>
        </DeferredPart>
        <DeferredPart now>
          <b>now</b>
        </DeferredPart>
      </>,
    );
    await expect.poll(() => host.innerHTML).toBe('<b>one</b><b>two</b><b>now</b>');
    watcher.disconnect();
    expect(seen[0]).toBe('<i>place</i><span hidden="" data-later="true"></span><b>now</b>');
    root.unmount();
    host.remove();
  });
});
