import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import { flowerNotes, timedDrawing, type FlowerNote } from '#features/fragrance/components/sounding/flowerNotes.ts';
import { heardMelodies } from '#tests/fixtures/recordings.ts';
import { byRole, change, mount } from '../support/mount.tsx';

/* The flowers of six recordings on a phone, of each voice one: every petal is a target of 24 px, or reached by the arrow keys. */

const FLOWER_PX = 340;
/** Half of the smallest target: no target of 24 px lies between the points of a press. */
const EVERY_PX = 12;
const SILENT_PLAYBACK = { sounding: null, position: () => 0, note: () => null };
const keyOf = ({ note, from }: FlowerNote): string => `${note} at ${from}`;

test.each(heardMelodies(6))('all petals of the recording $name can be played', async ({ fragrance }) => {
  await page.viewport(390, 844);
  const played: string[] = [];
  await mount(
    <div style={{ width: FLOWER_PX }}>
      <PlayableFlower
        fragrance={fragrance}
        label="A face"
        playback={SILENT_PLAYBACK}
        onNote={(note) => played.push(keyOf(note))}
        onAll={() => undefined}
      />
    </div>,
  );
  const petals = new Set(flowerNotes(timedDrawing(fragrance).moments, fragrance).map(keyOf));
  expect(petals.size).toBeGreaterThan(2);

  const { left, top, width, height } = document.querySelector('svg[role="img"]')!.getBoundingClientRect();
  await change(() => {
    for (let y = top + EVERY_PX / 2; y < top + height; y += EVERY_PX)
      for (let x = left + EVERY_PX / 2; x < left + width; x += EVERY_PX)
        document
          .elementFromPoint(x, y)!
          .dispatchEvent(
            new PointerEvent('pointerdown', { bubbles: true, button: 0, isPrimary: true, clientX: x, clientY: y }),
          );
  });
  const pressed = new Set(played.splice(0));

  byRole('slider', 'Notes of the flower').focus();
  await userEvent.keyboard('{ArrowRight}'.repeat(petals.size));
  expect(new Set(played)).toEqual(petals);
  // A finger reaches nearly all of them: only petals under others need the keys.
  expect([...petals].filter((petal) => !pressed.has(petal)).length).toBeLessThanOrEqual(1);
});
