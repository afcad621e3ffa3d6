import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { fontColorAt } from '../../features/fragrance/domain/drawing/fontColor.ts';
import { Bottle } from '../../features/fragrance/components/Bottle.tsx';
import { familyStyle } from '../../features/fragrance/components/family.ts';
import { loadCurrentFragrance } from '../../features/fragrance/state/fragrance.ts';
import { octaveOf } from '#analysis/values/pitch.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { DeferredPart } from '../../ui/loading/DeferredPart.tsx';
import { Stack, Text } from '../../ui/layout/Box.tsx';
import { design, DEFAULT_FRAGRANCE } from '../../features/community/state/customize.ts';
import { BOTTLE_SHAPE } from './ProductPicture.tsx';
import styles from './PreorderTab.module.css';

/** The bottle of the visitor's own fragrance as it is designed; before there is one, where it comes from. */
export function OwnBottle() {
  const { name: typed, colorValue, bottle } = useSnapshot(design);
  const own = loadCurrentFragrance();
  const fragrance = own ?? DEFAULT_FRAGRANCE;
  const ground = fragrance.musicEssence[1] ?? fragrance.musicEssence[0];
  return (
    <section className={styles.own} style={familyStyle(ground && octaveOf(ground))} aria-labelledby="own-bottle">
      <Stack align="center">
        <DeferredPart waiting={<div className={styles.bottle} style={BOTTLE_SHAPE} />}>
          <Bottle
            bottle={bottle}
            fragrance={fragrance}
            name={typed ?? own?.name ?? ''}
            color={fontColorAt(colorValue)}
            className={styles.bottle}
          />
        </DeferredPart>
      </Stack>
      <Stack gap={4} justify="left">
        <Text as="h2" id="own-bottle" size="heading">
          {own === null ? 'Yours, in a bottle' : <bdi>{typed ?? own.name}</bdi>}
        </Text>
        <Text size="large" tone="muted" measure>
          {own === null
            ? 'Speak, sing or hum something. Its notes become a fragrance, and its flower goes on the label.'
            : 'Your own fragrance, with its flower on the label. Choose the bottle and the ink.'}
        </Text>
        {own === null ? (
          <Button as={Link} href="/create" look="outline">
            Create a Fragrance
          </Button>
        ) : (
          <Button as={Link} href="/customize" look="outline">
            Design and preorder
          </Button>
        )}
      </Stack>
    </section>
  );
}
