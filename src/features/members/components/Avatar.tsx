import { useState } from 'react';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { OCTAVES, type Octave } from '#analysis/values/pitch.ts';
import { FadeIn } from '#ui/screen/FadeIn.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './Avatar.module.css';

interface AvatarProps {
  /**
   * The member's name. Without a photo its first letter is shown, in the family colour derived from the name.
   */
  name: string;
  photo: string | null;
  /** Width and height, px. */
  size?: number;
}

/** A member's round picture. Decorative: the name is beside it, or names the button around it. */
export function Avatar({ name, photo, size = 44 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const letter = [...name.trim()][0]?.toUpperCase() ?? '?';
  const octave = ([...name].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0) % OCTAVES.length) as Octave;
  return (
    <Stack
      as="span"
      align="center"
      tone="fam-ink"
      weight="regular"
      font="serif"
      unselectable
      rigid
      radius="circle"
      overflow="clipped"
      surface="fam-wash"
      leading="solid"
      className={styles.avatar}
      style={{ ...familyStyle(octave), width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {photo !== null && failed !== photo ? (
        <FadeIn image={photo}>
          <img
            src={photo}
            alt=""
            width={size}
            height={size}
            crossOrigin="anonymous"
            decoding="async"
            onError={() => setFailed(photo)}
          />
        </FadeIn>
      ) : (
        letter
      )}
    </Stack>
  );
}
