import { expect, test } from '../../e2e/support/fixture.ts';
import { faces, makeRoom, sing, visitor } from '../../e2e/support/steps/room.ts';

/** Pages that are in the room at once, each on a device of its own. */
const PAGES = 20;
/** Microphones that are open at once: each page analyses what it hears. */
const AT_ONCE = 4;

test('a room with twenty pages shows every face on one wall, and each page counts them', async ({ page, browser }) => {
  const path = await makeRoom(page, 'Twenty voices');
  const visitors = await Promise.all(Array.from({ length: PAGES }, () => visitor(browser, path)));
  const singOn = async (each: (typeof visitors)[number]) => {
    await sing(each);
    await each.getByRole('button', { name: 'Put it on the wall' }).click();
    await expect(each.getByText('Your face is on the wall.')).toBeVisible();
  };
  for (let from = 0; from < PAGES; from += AT_ONCE) await Promise.all(visitors.slice(from, from + AT_ONCE).map(singOn));
  await expect(faces(page)).toHaveCount(PAGES);
  const places = await faces(page).evaluateAll((items) => items.map((item) => Number(item.getAttribute('data-place'))));
  expect(places).toEqual(Array.from({ length: PAGES }, (_, place) => place));
  await expect(page.getByText(`Of ${PAGES} voices:`)).toBeVisible();
  for (const each of visitors) await expect(each.getByText(`${PAGES} faces on the wall.`)).toBeVisible();
  await Promise.all(visitors.map((each) => each.context().close()));
});
