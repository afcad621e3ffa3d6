import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { perfumeNoteOf, BOTTLE_HEIGHT, BOTTLE_WIDTH } from '../../../fragrance/domain/index.ts';
import { STORE_FRAGRANCES, type StoreFragrance } from '../../domain/storeCatalogue.ts';
import { octaveOf } from '../../../../core/pitch/pitch.ts';
import { outboxView } from '../../../outbox/state/index.ts';
import { preorder } from '../../state/preorder.ts';
import { Bottle, familyStyle, noteStyle } from '../../../fragrance/parts/index.ts';
import { DeferredPart } from '../../../../ui/loading/DeferredPart.tsx';
import { dialogPart } from '../../../../ui/loading/lazyPart.tsx';
import { OrderButton } from './OrderButton.tsx';
import styles from './PreorderTab.module.css';

const PreorderDialog = dialogPart(() => import('../../parts/PreorderDialog.tsx'));

/** Placeholder of a bottle that is not drawn yet. */
const BOTTLE_SHAPE = { aspectRatio: `${BOTTLE_WIDTH} / ${BOTTLE_HEIGHT}` };

/** The three bottles of the store. */
export function PreorderTab() {
  const [ordered, setOrdered] = useState<StoreFragrance | null>(null);
  const [open, setOpen] = useState(false);
  const order = (fragrance: StoreFragrance) => {
    setOrdered(fragrance);
    setOpen(true);
  };
  const { waiting } = useSnapshot(outboxView);
  const kept = waiting.some(
    ({ kind, attempts, refused }) => kind === 'preorder' && attempts > 0 && refused === undefined,
  );
  return (
    <div className="stack gap-7">
      {kept && (
        <output className="muted">Your preorder is waiting for the connection. It will be sent automatically.</output>
      )}
      <ul className={styles.grid}>
        {STORE_FRAGRANCES.map((fragrance) => (
          <Card key={fragrance.id} fragrance={fragrance} onOrder={order} />
        ))}
      </ul>
      <ul className={styles.rows} aria-label="Order now">
        {STORE_FRAGRANCES.map((fragrance) => (
          <li key={fragrance.id}>
            <p className={styles.row}>
              <strong>
                <bdi>{fragrance.name}</bdi>
              </strong>
              <span>{fragrance.size}</span>
            </p>
            <OrderButton fragrance={fragrance} label="ORDER NOW" look="outline" onOrder={order} />
          </li>
        ))}
      </ul>
      {ordered !== null && (
        <PreorderDialog
          key={ordered.id}
          open={open}
          onOpenChange={setOpen}
          fragranceName={ordered.name}
          onSubmit={async (buyer) => {
            const outcome = await preorder({ ...buyer, fragranceId: ordered.id, fragranceName: ordered.name });
            return outcome === 'sent' || outcome === 'waiting';
          }}
        />
      )}
    </div>
  );
}

function Card({ fragrance, onOrder }: { fragrance: StoreFragrance; onOrder: (fragrance: StoreFragrance) => void }) {
  const { id, name, musicEssence, edition, bottleColor } = fragrance;
  const ground = musicEssence[1];
  return (
    <li className={styles.card} style={familyStyle(ground && octaveOf(ground))}>
      <Link href={`/store/preorder/${id}`} className={styles.cover ?? ''} aria-label={`${name}, see the bottle`}>
        <DeferredPart waiting={<div className={styles.bottle} style={BOTTLE_SHAPE} />}>
          <Bottle bottle={bottleColor} fragrance={fragrance} name={name} color="#000000" className={styles.bottle} />
        </DeferredPart>
      </Link>
      <h2 className={styles.name}>{name}</h2>
      <ul className={styles.essence} aria-label={`Music essence of ${name}`}>
        {musicEssence.map((code) => (
          <li key={code} style={noteStyle(code)}>
            <b>{code}</b> {perfumeNoteOf(code).name}
          </li>
        ))}
      </ul>
      <div className="row gap-3 muted middle between">
        <p>Edition: {edition}</p>
        <OrderButton fragrance={fragrance} label="Order" look="primary" onOrder={onOrder} />
      </div>
    </li>
  );
}
