import { useState, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { STORE_FRAGRANCES, storeBottle, type StoreFragrance } from '#features/community/domain/storeCatalogue.ts';
import { octaveOf } from '#analysis/values/pitch.ts';
import { outboxView } from '#features/outbox/state/outbox.ts';
import { session } from '#features/session/state/session.ts';
import { dropRefused, preorder } from '#features/community/state/preorder.ts';
import { PreorderDialog } from '#features/community/components/PreorderButton.tsx';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { FormAlert } from '#ui/forms/Field.tsx';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { BOTTLE_HEIGHT, BOTTLE_WIDTH } from '#features/fragrance/domain/drawing/bottle/bottle.ts';
import styles from './PreorderTab.module.css';
import { mountShopWidget, shopWidget } from '#core/network/shopWidget.ts';
import { Button, type ButtonVariant } from '#ui/controls/Button.tsx';
import { fontColorAt } from '#features/fragrance/domain/drawing/fontColor.ts';
import { Bottle } from '#features/fragrance/components/Bottle.tsx';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { design, DEFAULT_FRAGRANCE } from '#features/community/state/customize.ts';

/** Products of the store: its bottles first, then one for the visitor's own fragrance. */
export function PreorderTab() {
  const { user } = useSnapshot(session);
  const [orderedId, setOrderedId] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const ordered = STORE_FRAGRANCES.find(({ id }) => id === orderedId);
  const order = ({ id }: StoreFragrance) => {
    setOrderedId(id);
    setOpen(true);
  };
  return (
    <Stack gap={7}>
      <UnsentPreorders />
      <ul className={styles.grid}>
        {STORE_FRAGRANCES.map((fragrance) => (
          <Card key={fragrance.id} fragrance={fragrance} onOrder={order} />
        ))}
      </ul>
      <ul className="ruled" aria-label="Order now">
        {STORE_FRAGRANCES.map((fragrance) => (
          <ProductRow key={fragrance.id} fragrance={fragrance} onOrder={order} />
        ))}
      </ul>
      <OwnBottle />
      {ordered !== undefined && (
        <PreorderDialog
          key={ordered.id}
          open={open}
          onOpenChange={setOpen}
          fragranceName={ordered.name}
          bottle={storeBottle(ordered)}
          member={user}
          onSubmit={(buyer) => preorder({ ...buyer, fragranceId: ordered.id, fragranceName: ordered.name })}
        />
      )}
    </Stack>
  );
}

/** Orders in the outbox, and those that the backend refused when they were sent. */
function UnsentPreorders() {
  const orders = useSnapshot(outboxView).waiting.filter(({ kind }) => kind === 'preorder');
  const kept = orders.some(({ attempts, refused }) => attempts > 0 && refused === undefined);
  return (
    <>
      {kept && (
        <output className="muted">Your preorder is waiting for the connection. It will be sent automatically.</output>
      )}
      {orders.map(({ id, payload, refused }) => {
        if (refused === undefined) return null;
        const { email, fragranceId, fragranceName } = payload as Record<
          'email' | 'fragranceId' | 'fragranceName',
          string
        >;
        return (
          <FormAlert key={id} title={`Your preorder of ${fragranceName} could not be taken`}>
            <span>{refused.message}</span>{' '}
            <button
              type="button"
              className={form.inline}
              aria-label={`Dismiss, ${fragranceName}`}
              onClick={() => void dropRefused(id, { email, fragranceId })}
            >
              Dismiss
            </button>
          </FormAlert>
        );
      })}
    </>
  );
}

interface ProductProps {
  fragrance: StoreFragrance;
  onOrder: (fragrance: StoreFragrance) => void;
}

function ProductRow({ fragrance, onOrder }: ProductProps) {
  const { name, size } = fragrance;
  return (
    <Row as="li" gap={4} align="middle" justify="between" className={styles.entry}>
      <Row as="p" wrap columnGap={4} align="baseline" size="small" tone="muted">
        <Text as="strong" size="subtitle" tone="ink" weight="title-weight" font="serif" tracking="closer">
          <bdi>{name}</bdi>
        </Text>
        <span>{size}</span>
      </Row>
      <OrderButton fragrance={fragrance} label="ORDER NOW" variant="outline" onOrder={onOrder} />
    </Row>
  );
}

function Card({ fragrance, onOrder }: ProductProps) {
  const { id, name, musicEssence, edition } = fragrance;
  const ground = musicEssence[1] ?? musicEssence[0];
  return (
    <Stack as="li" gap={4} narrows className={styles.card} style={familyStyle(ground && octaveOf(ground))}>
      <Link href={`/store/preorder/${id}`} className={styles.cover ?? ''} aria-label={`${name}, see the bottle`}>
        <ProductPicture fragrance={fragrance} className={styles.bottle ?? ''} />
      </Link>
      <Row gap={3} align="baseline" justify="between">
        <Text as="h2" size="medium">
          <bdi>{name}</bdi>
        </Text>
      </Row>
      <Row as="ul" wrap gap={2} top className={styles.essence} aria-label={`Music essence of ${name}`}>
        {musicEssence.map((code) => (
          <Box as="li" key={code} size="small" radius="round" className="painted" style={noteStyle(code)}>
            <Text as="b" weight="bold" translate="no">
              {code}
            </Text>{' '}
            <span>{perfumeNoteOf(code).name}</span>
          </Box>
        ))}
      </Row>
      <Row gap={3} align="middle" justify="between" tone="muted">
        <p>{`Edition: ${edition}`}</p>
        <OrderButton fragrance={fragrance} label="Order" variant="primary" onOrder={onOrder} />
      </Row>
    </Stack>
  );
}

interface OrderButtonProps {
  fragrance: StoreFragrance;
  label: string;
  variant: ButtonVariant;
  /** Opens the preorder dialog. */
  onOrder: (fragrance: StoreFragrance) => void;
}

/** The external shop's button where one is configured and reachable; else the preorder button. */
function OrderButton({ fragrance, label, variant, onOrder }: OrderButtonProps) {
  const [config] = useState(() => shopWidget(STORE_FRAGRANCES.indexOf(fragrance)));
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (config === null || parent === null) return undefined;
    let here = true;
    // The library fills its container: use a new element, so that a second mount does not show two.
    const node = document.createElement('div');
    parent.append(node);
    mountShopWidget(config, node, label).catch(() => here && setFailed(true));
    return () => {
      here = false;
      node.remove();
    };
  }, [config, label]);
  if (config !== null && !failed) return <div ref={place} />;
  return (
    <Button
      variant={variant}
      aria-haspopup="dialog"
      aria-label={`${label} ${fragrance.name}`}
      onClick={() => onOrder(fragrance)}
    >
      {label}
    </Button>
  );
}

/** The bottle of the visitor's own fragrance as it is designed; before there is one, where it comes from. */
function OwnBottle() {
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
          <Button as={Link} href="/create" variant="outline">
            Create a Fragrance
          </Button>
        ) : (
          <Button as={Link} href="/customize" variant="outline">
            Design and preorder
          </Button>
        )}
      </Stack>
    </section>
  );
}

/** Placeholder of a bottle that is not drawn yet. */
const BOTTLE_SHAPE = { aspectRatio: `${BOTTLE_WIDTH} / ${BOTTLE_HEIGHT}` };

/** The drawn bottle of a product; decorative. */
function ProductPicture({ fragrance, className }: { fragrance: StoreFragrance; className: string }) {
  return (
    <DeferredPart waiting={<div className={className} style={BOTTLE_SHAPE} />}>
      <Bottle {...storeBottle(fragrance)} className={className} />
    </DeferredPart>
  );
}
