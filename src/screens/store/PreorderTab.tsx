import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { perfumeNoteOf } from '../../features/fragrance/domain/catalogue/catalogue.ts';
import { STORE_FRAGRANCES, storeBottle, type StoreFragrance } from '../../features/community/domain/storeCatalogue.ts';
import { octaveOf } from '#analysis/values/pitch.ts';
import { outboxView } from '../../features/outbox/state/outbox.ts';
import { session } from '../../features/session/state/session.ts';
import { dropRefused, preorder } from '../../features/community/state/preorder.ts';
import { PreorderDialog } from '../../features/community/components/PreorderButton.tsx';
import { familyStyle } from '../../features/fragrance/components/family.ts';
import { noteStyle } from '../../features/fragrance/components/notes/noteStyle.ts';
import { FormAlert } from '../../ui/forms/Field.tsx';
import form from '../../ui/forms/form.module.css';
import { OrderButton } from './OrderButton.tsx';
import { OwnBottle } from './OwnBottle.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import styles from './PreorderTab.module.css';

/** What the store sells: its bottles first, then one for the visitor's own fragrance. */
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
    <div className="stack gap-7">
      <Waiting />
      <ul className={styles.grid}>
        {STORE_FRAGRANCES.map((fragrance) => (
          <Card key={fragrance.id} fragrance={fragrance} onOrder={order} />
        ))}
      </ul>
      <ul className="ruled" aria-label="Order now">
        {STORE_FRAGRANCES.map((fragrance) => (
          <Row key={fragrance.id} fragrance={fragrance} onOrder={order} />
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
    </div>
  );
}

/** Orders that wait for the connection, and those that the backend refused when they came to it. */
function Waiting() {
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

function Row({ fragrance, onOrder }: ProductProps) {
  const { name, size } = fragrance;
  return (
    <li className={styles.entry}>
      <p className="wrap muted small baseline across-4">
        <strong className="serif title-weight ink subtitle closer">
          <bdi>{name}</bdi>
        </strong>
        <span>{size}</span>
      </p>
      <OrderButton fragrance={fragrance} label="ORDER NOW" look="outline" onOrder={onOrder} />
    </li>
  );
}

function Card({ fragrance, onOrder }: ProductProps) {
  const { id, name, musicEssence, edition } = fragrance;
  const ground = musicEssence[1] ?? musicEssence[0];
  return (
    <li className={styles.card} style={familyStyle(ground && octaveOf(ground))}>
      <Link href={`/store/preorder/${id}`} className={styles.cover ?? ''} aria-label={`${name}, see the bottle`}>
        <ProductPicture fragrance={fragrance} className={styles.bottle ?? ''} />
      </Link>
      <div className="row gap-3 between baseline">
        <h2 className="medium">
          <bdi>{name}</bdi>
        </h2>
      </div>
      <ul className={`chips top ${styles.essence}`} aria-label={`Music essence of ${name}`}>
        {musicEssence.map((code) => (
          <li key={code} className="painted round small" style={noteStyle(code)}>
            <b className="bold" translate="no">
              {code}
            </b>{' '}
            <span>{perfumeNoteOf(code).name}</span>
          </li>
        ))}
      </ul>
      <div className="row gap-3 muted middle between">
        <p>{`Edition: ${edition}`}</p>
        <OrderButton fragrance={fragrance} label="Order" look="primary" onOrder={onOrder} />
      </div>
    </li>
  );
}
