import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { Scope } from '../../../../../core/lifetime/scope.ts';
import type { PlaylistCard } from '../../../state/playlist.ts';
import { newestFragrances } from '../../../state/newest.ts';
import { stopPlaylist } from '../../../state/playlistPlayer.ts';
import { Card } from '../Card.tsx';
import styles from './Wall.module.css';

/** The newest public fragrances, under the home screen; nothing where there are none, or without a connection. */
export default function Wall() {
  const [items, setItems] = useState<readonly PlaylistCard[] | null>(null);
  useEffect(() => {
    const scope = new Scope();
    void newestFragrances(scope.signal).then((cards) => scope.disposed || setItems(cards));
    return () => {
      scope.dispose();
      stopPlaylist();
    };
  }, []);
  if (items === null) return <div className={styles.room} />;
  if (items.length === 0) return <Nothing />;
  return (
    <section className={styles.wall} aria-labelledby="wall">
      <div className={styles.head}>
        <h2 id="wall" className="title">
          Listen
        </h2>
        <p className="muted large">What others sang last.</p>
      </div>
      <ul className={styles.cards}>
        {items.map((item) => (
          <Card key={item.id} fragrance={item} date={item.addedToPlaylistAt ?? item.created} under />
        ))}
      </ul>
      <Link href="/listen" className={buttonClass('outline')}>
        Hear more
      </Link>
    </section>
  );
}

/** Gives its room back once nobody sees it, so that nothing on the screen moves. */
function Nothing() {
  const room = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const element = room.current;
    if (element === null) return undefined;
    // What only touches the edge of the window is out of sight, and still counts as intersecting.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)!.intersectionRect.height === 0) setGone(true);
      },
      { threshold: [0, 1e-6] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return gone ? null : <div ref={room} className={styles.room} />;
}
