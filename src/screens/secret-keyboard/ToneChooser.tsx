import { useId, type CSSProperties } from 'react';
import { useSnapshot } from 'valtio';
import { FAMILY_TONES, TONE_CHOICES, TONES, type ToneChoice } from '#features/instruments/domain/keyboard/tone.ts';
import type { Octave } from '#analysis/values/pitch.ts';
import { chooseTone, tone } from '#features/instruments/state/keyboard/tone.ts';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { Row } from '../../ui/layout/Box.tsx';
import pills from './pills.module.css';
import styles from './ToneChooser.module.css';

/** The tones as buttons, with a description of the chosen one below. */
export function ToneChooser() {
  const { choice } = useSnapshot(tone);
  const id = useId();
  return (
    <Row as="fieldset" wrap gap={2} align="middle" narrows bare className={pills.group} aria-describedby={id}>
      <legend className="wide">Tone</legend>
      {/* Buttons, not radio fields: a focused field would capture the letter keys that play notes. */}
      {TONE_CHOICES.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.tone}
          aria-pressed={choice === each}
          style={styleOf(each)}
          onClick={() => chooseTone(each)}
        >
          {styleOf(each) !== undefined && <span className={styles.dot} aria-hidden="true" />}
          <span>{TONES[each].name}</span>
        </button>
      ))}
      <p id={id} className={styles.sound} aria-live="polite">
        {TONES[choice].sound}
      </p>
    </Row>
  );
}

/** A family's tone has the family's colour. */
function styleOf(choice: ToneChoice): CSSProperties | undefined {
  const octave = (FAMILY_TONES as readonly ToneChoice[]).indexOf(choice);
  return octave === -1 ? undefined : familyStyle(octave as Octave);
}
