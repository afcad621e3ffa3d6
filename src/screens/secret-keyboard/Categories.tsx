import { useEffect, useRef } from 'react';
import { FAMILIES } from '../../features/fragrance/domain/catalogue/catalogue.ts';
import { noteCodeOf, octaveOf, type Octave } from '#analysis/values/pitch.ts';
import { chooseCategory } from '../../features/instruments/state/keyboard/keyboard.ts';
import { onKeys } from '../../features/instruments/state/keyboard/keyLights.ts';
import { familyStyle } from '../../features/fragrance/components/family.ts';
import { Row, Stack, Text } from '../../ui/layout/Box.tsx';
import styles from './Categories.module.css';

/**
 * The nine categories, on the number keys 1 to 9. A category lights while one of its notes is down, which also shows
 * MIDI notes outside the piano's octave.
 */
export function Categories({ octave }: { octave: Octave }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const down = new Map<Octave, number>();
    // Set on the elements directly, like the piano's keys, without waiting for a render.
    return onKeys((midi, pressed) => {
      const family = octaveOf(noteCodeOf(midi));
      const count = (down.get(family) ?? 0) + (pressed ? 1 : -1);
      down.set(family, count);
      list.current!.children[family]?.toggleAttribute('data-down', count > 0);
    });
  }, []);
  return (
    <Stack as="ul" ref={list} gap={2} className={styles.categories} aria-label="Scent categories">
      {FAMILIES.map((family) => (
        <li key={family.octave}>
          <Row
            as="button"
            type="button"
            column
            size="tiny"
            tone="ink"
            anywhere
            tappable
            wide
            textAlign="left"
            position="relative"
            radius="sm"
            tall
            surface="fam-wash"
            className={styles.category}
            style={familyStyle(family.octave)}
            aria-pressed={family.octave === octave}
            aria-keyshortcuts={String(family.octave + 1)}
            onClick={() => chooseCategory(family.octave)}
          >
            <Text as="span" tone="fam-ink" weight="bold" numerals="digits" className={styles.number} aria-hidden="true">
              {family.octave + 1}
            </Text>
            <span className={styles.short}>{family.shortName}</span>
            <span className={styles.name}>{family.name}</span>
          </Row>
        </li>
      ))}
    </Stack>
  );
}
