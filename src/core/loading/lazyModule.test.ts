import { expect, it, vi } from 'vitest';
import { lazyModule } from './lazyModule.ts';

it('loads a module once, and returns it at once from then on', async () => {
  const module = { answer: 42 };
  const load = vi.fn<() => Promise<typeof module>>(() => Promise.resolve(module));
  const lazy = lazyModule(load);
  expect(lazy.now).toBeNull();
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual([module, module]);
  expect(lazy.now).toBe(module);
  expect(load).toHaveBeenCalledTimes(1);
});

it('tries again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('there');
  const lazy = lazyModule(load);
  await expect(lazy.load()).rejects.toThrow('offline');
  expect(lazy.now).toBeNull();
  expect(await lazy.load()).toBe('there');
});
