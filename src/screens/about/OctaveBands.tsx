import type { NoteCode, Octave } from '#analysis/values/pitch.ts';
import { FAMILIES } from '../../features/fragrance/domain/catalogue/catalogue.ts';
import { familyStyle } from '../../features/fragrance/components/family.ts';
import { Row, Stack, Text } from '../../ui/layout/Box.tsx';
import styles from './OctaveBands.module.css';

interface OctaveBandsProps {
  /** The note that sounds. */
  note: NoteCode | null;
  onPress: (octave: Octave) => void;
  /** A press may follow. */
  onExpect: () => void;
  className?: string;
}

/** The nine octaves and their families, high ones on top, as keys. */
export function OctaveBands({ note, onPress, onExpect, className = '' }: OctaveBandsProps) {
  return (
    <Stack as="ol" radius="md" className={`${styles.bands} ${className}`}>
      {FAMILIES.toReversed().map(({ octave, name }) => (
        <li key={octave} style={familyStyle(octave)}>
          <Row
            as="button"
            type="button"
            gap={3}
            align="baseline"
            wide
            textAlign="left"
            tappable
            className={styles.band}
            data-sounding={note?.endsWith(String(octave)) || undefined}
            onPointerEnter={onExpect}
            onClick={() => onPress(octave)}
          >
            <span className="visually-hidden">{`Hear octave ${octave}`}</span>
            <Text
              as="b"
              size="large"
              weight="regular"
              font="serif"
              numerals="lining"
              aria-hidden="true"
            >{`C${octave}`}</Text>{' '}
            <span>{name}</span>
          </Row>
        </li>
      ))}
    </Stack>
  );
}
