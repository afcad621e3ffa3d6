import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import Diary from '../../../src/features/diary/screen/diary/Diary.tsx';
import { addEntries, readDiary, removeEntries, setTakenOver } from '../../../src/features/diary/backend/diaryStore.ts';
import { diary } from '../../../src/features/diary/state/diary.ts';
import { forgetCurrentFragrance, fragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { entryAt, july } from '../../fixtures/diary.ts';
import { allByRole, byRole, change, mount, press, text } from '../support/mount.tsx';

const day = (name: RegExp | string) => byRole('button', name);

beforeEach(async () => {
  localStorage.clear();
  await removeEntries();
  await setTakenOver();
  await page.viewport(1280, 900);
});

afterEach(() => {
  vi.useRealTimers();
  forgetCurrentFragrance();
});

/** The diary at noon on 31 July 2026, once it is open. */
async function opened(at = '2026-07-31T12:30:00Z'): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  // The state outlives a screen: a diary that is opened again shows what it had until it is read.
  diary.status = 'loading';
  await mount(
    <Router>
      <Diary />
    </Router>,
  );
  const { entries } = await readDiary();
  await expect.poll(() => diary.status === 'ready' && diary.count === entries.length).toBe(true);
  await expect.poll(() => text().includes('It is yours')).toBe(true);
  await change(() => undefined);
}

describe('an empty diary', () => {
  test('is paper, and invites', async () => {
    await opened();
    expect(text()).toContain('Still paper.');
    expect(byRole('link', 'Create a Fragrance').getAttribute('href')).toBe('/create');
    expect(allByRole('grid', /./)).toEqual([]);
    expect(allByRole('button', 'Delete the diary')).toEqual([]);
  });
});

describe('31 days of diary', () => {
  beforeEach(() => addEntries([...july(), entryAt('2026-05-02T09:00:00Z')]).then(() => undefined));

  test('are a grid of days, weeks before them, with names for whoever hears them', async () => {
    await opened();
    expect(byRole('grid', 'July 2026')).toBeTruthy();
    expect(allByRole('row', /./)).toHaveLength(6);
    expect(allByRole('columnheader', /./).map((header) => header.textContent)).toContain('MoMonday');
    const entries = (await readDiary()).entries;
    const named = entries.find(({ at }) => new Date(at).toISOString().startsWith('2026-07-21'))!;
    expect(day(new RegExp(`^Tuesday 21 July: .*${named.fragrance.name}`))).toBeTruthy();
    expect(day('Tuesday 30 June: no fragrance')).toBeTruthy();
    expect(day(/^Week 20 to 26 July: ./)).toBeTruthy();
    expect(text()).toContain('36 fragrances of this month');
    const { violations } = await axe.run(document.querySelector('main')!, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

  test('are walked with the arrow keys, into the month before, and no further than the first', async () => {
    await opened();
    await change(() => day(/^Friday 31 July/).focus());
    const focused = () => document.activeElement?.getAttribute('aria-label');
    const walk = (keys: string) => change(() => userEvent.keyboard(keys));
    await walk('{ArrowUp}');
    expect(focused()).toMatch(/^Friday 24 July/);
    await walk('{Home}');
    expect(focused()).toMatch(/^Monday 20 July/);
    await walk('{ArrowLeft}');
    expect(focused()).toMatch(/^Week 20 to 26 July/);
    await walk('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.poll(focused).toMatch(/^Week 22 to 28 June/);
    expect(byRole('grid', 'June 2026')).toBeTruthy();
    // One place of the grid is reached with Tab.
    expect(document.querySelectorAll('[role=grid] button[tabindex="0"]')).toHaveLength(1);
    await press(byRole('button', 'Previous month'));
    await press(byRole('button', 'Previous month'));
    expect(byRole('grid', 'May 2026')).toBeTruthy();
    expect(byRole('button', 'Next month').getAttribute('aria-disabled')).toBe('false');
  });

  test('a week opens as one fragrance, a day with its own, how it differs, and its age', async () => {
    await opened();
    await press(day(/^Week 13 to 19 July/));
    expect(byRole('heading', 'Week 13 to 19 July')).toBeTruthy();
    expect(text()).toMatch(/Of 11 fragrances: /);
    await press(day(/^Friday 31 July/));
    expect(text()).toMatch(/Made at 12:00\. .* than yesterday\. Fresh\./);
    await press(day(/^Friday 24 July/));
    expect(text()).toContain('A trace of it is left.');
    await press(day('Tuesday 30 June: no fragrance'));
    expect(text()).toContain('Paper.');
    // The way back to the month leaves the focus in it.
    byRole('button', 'All of July 2026').focus();
    await change(() => userEvent.keyboard('{Enter}'));
    expect(document.activeElement).toBe(day('Tuesday 30 June: no fragrance'));
  });

  test('one is pressed, and one deleted for good', async () => {
    await opened();
    await press(day(/^Friday 24 July/));
    await press(byRole('button', 'Press it'));
    await expect.poll(() => text().includes('Pressed: it does not fade.')).toBe(true);
    expect((await readDiary()).entries.filter(({ pressed }) => pressed)).toHaveLength(1);
    const remove = byRole('button', 'Delete');
    remove.focus();
    await press(remove);
    expect(document.activeElement?.textContent).toBe('Delete it for good');
    await press(byRole('button', 'Keep it'));
    expect(document.activeElement?.textContent).toBe('Delete');
    await press(remove);
    await press(byRole('button', 'Delete it for good'));
    await expect.poll(() => allByRole('button', 'Friday 24 July: no fragrance').length).toBe(1);
    expect((await readDiary()).entries).toHaveLength(36);
  });

  test('the month goes on a bottle, and what was at hand is one step back', async () => {
    await opened();
    await press(byRole('button', 'Put it on a bottle'));
    expect(location.pathname).toBe('/customize');
    expect(fragrance.current?.name).toBe(byRole('heading', /^(?!Your|July|It is).+/).textContent);
  });

  test('the poster is painted, and saved as PNG and SVG, without a connection', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    await opened();
    await expect.poll(() => document.querySelector('canvas')?.width).toBe(1400);
    expect(text()).toContain('The poster');
    const saved: { name: string; type: string; size: number }[] = [];
    const blobs = new Map<string, Blob>();
    const urlOf = URL.createObjectURL.bind(URL);
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const url = urlOf(blob);
      blobs.set(url, blob as Blob);
      return url;
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const { type, size } = blobs.get(this.href)!;
      saved.push({ name: this.download, type, size });
    });
    await press(byRole('button', 'SVG'));
    await press(byRole('button', 'PNG'));
    await expect.poll(() => saved).toHaveLength(2);
    expect(saved.map(({ name, type }) => [name, type])).toEqual([
      ['accord-diary-2026-07.svg', 'image/svg+xml'],
      ['accord-diary-2026-07.png', 'image/png'],
    ]);
    const png = await createImageBitmap([...blobs.values()].find(({ type }) => type === 'image/png')!);
    expect([png.width, png.height]).toEqual([2100, 2970]);
    expect(asked).not.toHaveBeenCalled();
  });

  test('all of it is deleted after a question', async () => {
    await opened();
    await press(byRole('button', 'Delete the diary'));
    await expect.poll(() => allByRole('dialog', 'Delete the diary?').length).toBe(1);
    const sure = () => document.querySelector<HTMLElement>('[role=dialog] .actions button');
    await expect.poll(sure).not.toBeNull();
    await press(sure()!);
    await expect.poll(() => text().includes('Still paper.')).toBe(true);
    expect((await readDiary()).entries).toEqual([]);
  });
});
