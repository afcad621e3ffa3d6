import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { perfumeNoteOf, familyOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { bendMark, pianoKeys, printedOn } from '#features/instruments/domain/keyboard/keyboard.ts';
import type { Octave } from '#analysis/values/pitch.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { onKeyLights } from '#features/instruments/state/keyboard/keyLights.ts';
import { releaseKey, press } from '#features/instruments/state/keyboard/keyboard.ts';
import { noteVariables } from '#features/fragrance/components/notes/noteStyle.ts';
import { BLACK_HEIGHT, keyAt, keyPlaces } from './pianoGeometry.ts';
import { Box, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Piano.module.css';

interface PianoProps {
  octave: Octave;
  /** Labels of the visitor's physical keys; null when unknown. */
  layout: ReadonlyMap<string, string> | null;
}

/**
 * The on-screen piano of an octave. Each finger plays on press and glides from key to key; lit keys are set on the
 * elements directly, without waiting for a render: a harder strike has more colour, a note that a pedal holds has a
 * ring, and a bent one the name of its pitch. Pass the octave as its `key`.
 */
export function Piano({ octave, layout }: PianoProps) {
  const piano = useRef<HTMLFieldSetElement>(null);
  const keys = useMemo(() => pianoKeys(octave), [octave]);
  const places = useMemo(() => keyPlaces(keys), [keys]);
  const [focused, setFocused] = useState(0);
  const reachable = Math.min(focused, keys.length - 1);

  useEffect(() => {
    const element = piano.current!;
    return onKeyLights((midi, light) => {
      const key = element.querySelector<HTMLElement>(`[data-midi="${midi}"]`);
      if (key === null) return;
      key.toggleAttribute('data-down', light !== null);
      key.toggleAttribute('data-held', light?.isHeld === true);
      key.style.setProperty('--strength', `${Math.round(50 + 50 * (light?.velocity ?? 1))}%`);
      const mark = light === null ? null : bendMark(midi, light.cents);
      if (mark === null) key.removeAttribute('data-bend');
      else key.setAttribute('data-bend', mark);
    });
  }, []);

  useEffect(() => {
    const element = piano.current!;
    const scope = new Scope();
    const playing = new Map<number, number>();
    const play = ({ pointerId, clientX, clientY, timeStamp }: PointerEvent): void => {
      const box = element.getBoundingClientRect();
      const key = keyAt(keys, clientX - box.left, clientY - box.top, box.width, box.height);
      if (key === null || playing.get(pointerId) === key.midi) return;
      playing.set(pointerId, key.midi);
      press(`pointer:${pointerId}`, key.midi, timeStamp);
    };
    const end = ({ pointerId, timeStamp }: PointerEvent): void => {
      if (playing.delete(pointerId)) releaseKey(`pointer:${pointerId}`, timeStamp);
    };
    scope.listen(element, 'pointerdown', (event) => {
      if (event.button !== 0) return;
      // A captured pointer sends its moves from outside too; a synthetic event cannot be captured.
      if (event.isTrusted) element.setPointerCapture(event.pointerId);
      play(event);
    });
    scope.listen(element, 'pointermove', (event) => {
      if (playing.has(event.pointerId)) play(event);
    });
    scope.listen(element, 'pointerup', end);
    scope.listen(element, 'pointercancel', end);
    scope.listen(element, 'lostpointercapture', end);
    scope.add(() => {
      for (const id of playing.keys()) releaseKey(`pointer:${id}`, performance.now());
      // A focused button that is removed fires no blur event.
      releaseKey('focus', performance.now());
    });
    return () => scope.dispose();
  }, [keys]);

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(keys.length - 1, Math.max(0, index + step));
      piano.current!.querySelectorAll<HTMLButtonElement>('button')[next]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (!event.repeat) press('focus', keys[index]!.midi, event.timeStamp);
    }
  };

  return (
    <Box
      as="fieldset"
      ref={piano}
      unselectable
      wide
      narrows
      bare
      position="relative"
      className={styles.piano}
      aria-label={`Piano, octave ${octave}: ${familyOf(octave).name}`}
      style={{ '--black-height': `${BLACK_HEIGHT * 100}%` } as CSSProperties}
    >
      {keys.map((key, index) => {
        const perfume = perfumeNoteOf(key.note);
        const letter = printedOn(key.code, layout ?? undefined);
        return (
          <button
            key={key.midi}
            type="button"
            className={key.black ? styles.black : styles.white}
            data-midi={key.midi}
            style={{
              ...noteVariables(key.note),
              left: `${places[index]!.left * 100}%`,
              width: `${places[index]!.width * 100}%`,
            }}
            aria-label={`${key.note}, ${perfume.name}`}
            aria-keyshortcuts={letter}
            tabIndex={index === reachable ? 0 : -1}
            onFocus={() => setFocused(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onKeyUp={(event) => releaseKey('focus', event.timeStamp)}
            onBlur={(event) => releaseKey('focus', event.timeStamp)}
            // A screen reader's click has no pointer and no key.
            onClick={(event) => {
              if (event.detail !== 0) return;
              press('reader', key.midi, event.timeStamp);
              releaseKey('reader', event.timeStamp);
            }}
          >
            {/* The accessible name contains the visible text in its order, for speech input (WCAG 2.5.3). */}
            <Text as="span" size="small" weight="strong" numerals="digits" className={styles.note} translate="no">
              {key.note}
            </Text>
            <Stack as="span" align="center" className={styles.letter} data-letter={letter} />{' '}
            <Text as="span" font="serif" textAlign="center" leading="firm" className={styles.perfume}>
              {perfume.name}
            </Text>
          </button>
        );
      })}
    </Box>
  );
}
