import { useMemo, useState } from 'react';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { drawFragrance } from '#features/fragrance/domain/drawing/drawing.ts';
import { cardOpacity } from '#features/fragrance/domain/drawing/film/cardPicture.ts';
import type { Drawing } from '#features/fragrance/domain/drawing/shapes.ts';
import { revealCards, type RevealCard } from '#features/fragrance/domain/words/reveal.ts';
import { NoteFlower } from '#features/fragrance/components/NoteFlower.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { DownloadIcon, ShareIcon } from '#ui/icons/laterIcons.tsx';
import { canSendCards, sendCard } from './sendCard.ts';
import { Row, Stack } from '#ui/layout/Box.tsx';
import styles from './Cards.module.css';

/** The cards of the reveal, each a picture to send on. Visitors read them, so the texts never have "you". */
export function Cards({ fragrance }: { fragrance: Fragrance }) {
  const cards = useMemo(() => revealCards(fragrance, fragrance.source === 'beat' ? 'beat' : 'file'), [fragrance]);
  const drawing = useMemo(() => drawFragrance(fragrance), [fragrance]);
  return (
    <Row as="ul" gap={3} className={styles.cards} aria-label="Cards to send on" data-screen-only="">
      {cards.map((card) => (
        <Card key={card.kind} card={card} fragrance={fragrance} drawing={drawing} />
      ))}
    </Row>
  );
}

interface CardProps {
  card: RevealCard;
  fragrance: Fragrance;
  /** The flower of the fragrance. */
  drawing: Drawing;
}

function Card({ card, fragrance, drawing }: CardProps) {
  const [busy, setBusy] = useState(false);
  const [shares] = useState(canSendCards);
  const send = async () => {
    setBusy(true);
    try {
      await sendCard(fragrance, card);
    } finally {
      setBusy(false);
    }
  };
  const does = shares ? 'Share' : 'Download';
  return (
    <Stack
      as="li"
      gap={1}
      radius="md"
      surface="sunken"
      className={styles.card}
      style={noteStyle(card.note ?? undefined)}
      data-note-card={card.note !== null}
      data-kind={card.kind}
    >
      <NoteFlower drawing={drawing} shows={(shape) => cardOpacity(shape, card) === 1} className={styles.face} />
      <p className="tiny spans">{card.label}</p>
      <p className={styles.title}>
        <bdi>{card.title}</bdi>
      </p>
      <p className="small narrows spans">{card.line}</p>
      <IconButton
        position="relative"
        className={styles.send}
        aria-label={`${does} the card: ${card.sentence}`}
        aria-disabled={busy}
        onClick={() => void (busy ? undefined : send())}
      >
        {shares ? <ShareIcon /> : <DownloadIcon />}
      </IconButton>
    </Stack>
  );
}
