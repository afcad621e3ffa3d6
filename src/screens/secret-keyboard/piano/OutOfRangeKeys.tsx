import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { octaveOf } from '#analysis/values/pitch.ts';
import { sideOf } from '#features/instruments/domain/keyboard/keyboard.ts';
import { keyboard, showOctave } from '#features/instruments/state/keyboard/keyboard.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { Stack, Text } from '#ui/layout/Box.tsx';
import styles from './OutOfRangeKeys.module.css';

/**
 * Below the piano: lights while a note outside its octave sounds on this side, names the last one, and moves the
 * piano there. Its space is reserved.
 */
export function OutOfRangeKeys({ side }: { side: 'below' | 'above' }) {
  const { beyond } = useSnapshot(keyboard);
  const button = useRef<HTMLButtonElement>(null);
  const last = beyond[side];
  useEffect(() => {
    const down = new Set<number>();
    // Set on the element directly, like the piano's keys, without a render.
    return onKeys((midi, pressed) => {
      if (pressed) down.add(midi);
      else down.delete(midi);
      const direction = side === 'below' ? -1 : 1;
      const lit = [...down].some((each) => sideOf(each, keyboard.octave) === direction);
      button.current!.toggleAttribute('data-down', lit);
    });
  }, [side]);
  const octave = last === null ? null : octaveOf(last.note);
  return (
    <Stack
      as="button"
      ref={button}
      type="button"
      align="center"
      size="tiny"
      weight="strong"
      tappable
      leading="tight"
      radius="sm"
      className={styles.beyond}
      style={noteStyle(last?.note)}
      data-empty={last === null || undefined}
      aria-label={last === null ? undefined : `${last.name} lies ${side} the piano. Show its octave`}
      onClick={() => {
        if (octave !== null) showOctave(octave);
      }}
    >
      {last !== null && (
        <>
          <Text as="span" aria-hidden="true" size="large" leading="solid">
            {side === 'below' ? '←' : '→'}
          </Text>
          <span className="digits">{last.name}</span>
        </>
      )}
    </Stack>
  );
}
