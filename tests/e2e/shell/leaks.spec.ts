import { test } from '../support/fixture.ts';
import { expectNothingKept, HEAVIEST } from '../support/measures/leaks.ts';

/** Of the heaviest screens; tests/matrix/shell/leaks.spec.ts opens all of them, and more often. */
const OPENINGS = 6;

for (const screen of HEAVIEST)
  test(`${screen.path} leaves nothing behind`, async ({ page }) => {
    await expectNothingKept(page, screen, OPENINGS);
  });
