import { useEffect, useRef, useState } from 'react';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { faceName } from '../../domain/roomFace.ts';
import type { RoomView } from '../../domain/news.ts';
import { newFaceWords } from '../../domain/roomWords.ts';

/** Time between two announcements at least, ms: many faces come at once. */
const RARELY_MS = 10_000;

/** What a screen reader hears of new faces: politely, and every ten seconds at most. */
export function useNewFaces(view: RoomView, accord: string | null): string {
  const [said, setSaid] = useState('');
  const known = useRef<Set<string> | null>(null);
  const names = useRef<string[]>([]);
  const pause = useRef<Scope | null>(null);
  const latestAccord = useRef(accord);
  useEffect(() => {
    latestAccord.current = accord;
  }, [accord]);
  useEffect(() => {
    // When a hidden room is given back, its faces are no news.
    if (view.hidden === true) return;
    const seen = known.current;
    known.current = new Set(view.faces.map(({ id }) => id));
    // What is there when the wall opens is no news.
    if (seen === null) return;
    names.current.push(...view.faces.filter(({ id }) => !seen.has(id)).map(({ face }) => faceName(face)));
    const say = (): void => {
      pause.current = null;
      if (names.current.length === 0) return;
      setSaid(newFaceWords(names.current, latestAccord.current));
      names.current = [];
      pause.current = new Scope();
      pause.current.timeout(say, RARELY_MS);
    };
    if (pause.current === null) say();
  }, [view]);
  useEffect(() => () => pause.current?.dispose(), []);
  return said;
}
