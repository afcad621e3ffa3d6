import { afterEach, describe, expect, it, vi } from 'vitest';
import { DATABASE } from '../../../src/core/storage/hasDatabase.ts';
import { Scope } from '../../../src/core/lifetime/scope.ts';
import { whenNeeded } from '../../../src/core/shell/firstGesture.ts';
import { nextTask } from '../support/turns.ts';

afterEach(() => vi.restoreAllMocks());

const touch = () => window.dispatchEvent(new PointerEvent('pointerdown'));

describe('what keeps and sends', () => {
  it('is loaded with the first gesture of a first visit, once', async () => {
    vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: 'another', version: 1 }]);
    const work = vi.fn<() => void>();
    whenNeeded(work, new Scope());
    await nextTask();
    expect(work).not.toHaveBeenCalled();
    touch();
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(work).toHaveBeenCalledTimes(1);
  });

  it.each([() => new ClipboardEvent('paste'), () => new DragEvent('drop')])(
    'is loaded with what a first visit only pastes or drops (%#)',
    async (event) => {
      vi.spyOn(indexedDB, 'databases').mockResolvedValue([]);
      const work = vi.fn<() => void>();
      whenNeeded(work, new Scope());
      await nextTask();
      window.dispatchEvent(event());
      expect(work).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ['has kept something', () => Promise.resolve([{ name: DATABASE, version: 2 }])],
    ['does not tell', () => Promise.reject(new DOMException('no', 'InvalidStateError'))],
  ])('is loaded at once where the device %s', async (_, databases) => {
    vi.spyOn(indexedDB, 'databases').mockImplementation(databases);
    const work = vi.fn<() => void>();
    whenNeeded(work, new Scope());
    await nextTask();
    expect(work).toHaveBeenCalledTimes(1);
    touch();
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is not loaded for a screen that was left', async () => {
    vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: DATABASE, version: 2 }]);
    const work = vi.fn<() => void>();
    const scope = new Scope();
    whenNeeded(work, scope);
    scope.dispose();
    await nextTask();
    touch();
    expect(work).not.toHaveBeenCalled();
  });
});
