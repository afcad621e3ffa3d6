import { useEffect, useState, useRef, useId, type CSSProperties } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import {
  categoryStep,
  midiOfOffset,
  octaveOfCode,
  offsetOfCode,
  PIANO_CODES,
  printedOn,
  TIP_MS,
} from '#features/instruments/domain/keyboard/keyboard.ts';
import { OCTAVES, noteCodeOf, octaveOf, type Octave } from '#analysis/values/pitch.ts';
import { isTyping, printedKeys } from '#core/device/keyboardLayout.ts';
import { Scope } from '#core/lifetime/scope.ts';
import {
  chooseCategory,
  chooseTone,
  enterKeyboard,
  keyboard,
  releaseKey,
  releaseLetterKeys,
  press,
} from '#features/instruments/state/keyboard/keyboard.ts';
import { midi } from '#features/instruments/state/midi/midi.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { useWhileShown } from '#ui/screen/useWhileShown.ts';
import { Chip } from '#ui/controls/Chip.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { OutOfRangeKeys } from './piano/OutOfRangeKeys.tsx';
import { InfoCard } from './InfoCard.tsx';
import { MidiPanel } from './midi/MidiPanel.tsx';
import { MidiLights } from './piano/MidiLights.tsx';
import { Piano } from './piano/Piano.tsx';
import { TakePanel } from './take/TakePanel.tsx';
import pills from './pills.module.css';
import styles from './SecretKeyboard.module.css';
import { FAMILIES } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { familyStyle } from '#features/fragrance/components/family.ts';
import categoryStyles from './Categories.module.css';
import { FAMILY_TONES, TONE_CHOICES, TONE_TEXTS, type ToneChoice } from '#features/instruments/domain/keyboard/tone.ts';
import toneStyles from './ToneChooser.module.css';

/** The sound perfume keyboard: touch, letter keys, number keys and MIDI devices. */
export default function SecretKeyboard() {
  const { octave } = useSnapshot(keyboard);
  const { chosen } = useSnapshot(midi);
  const layout = usePrintedKeys();
  const isNew = useIsNew();
  useWhileShown(enterKeyboard);
  useLetterKeys();
  return (
    <Stack gap={4} top className={`page ${styles.screen}`}>
      <Row gap={4} align="middle" className={styles.top}>
        <Button as={Link} href="/" variant="back" className={styles.back}>
          <span aria-hidden="true">←</span>
          <span className={styles.backWord}>Back</span>
        </Button>
        <ScreenHeading className={`heading ${styles.title}`}>Sound Perfume Keyboard</ScreenHeading>
      </Row>
      <Categories octave={octave} />
      <Piano key={octave} octave={octave} layout={layout} />
      {/* Only a device plays notes outside of the piano. */}
      {chosen !== null && (
        <>
          <Row justify="between" className={styles.beyond}>
            <OutOfRangeKeys side="below" />
            <OutOfRangeKeys side="above" />
          </Row>
          <MidiLights />
        </>
      )}
      <InfoCard tip={isNew ? <Tip layout={layout} /> : null} />
      <MidiPanel />
      <Stack gap={6} className={styles.panels}>
        <TakePanel />
        <Stack gap={4} top className={pills.panel}>
          <ToneChooser />
        </Stack>
      </Stack>
    </Stack>
  );
}

/**
 * Letter keys play by their position on the keyboard; number keys select a category. Ignores keys in form fields.
 */
function useLetterKeys(): void {
  useEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'keydown', (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || takesKey(event)) return;
      const category = octaveOfCode(event.code);
      if (category !== null) chooseCategory(category);
      const nextOctave = OCTAVES.find((item) => item === keyboard.octave + categoryStep(event.code));
      if (nextOctave !== undefined && nextOctave !== keyboard.octave) chooseCategory(nextOctave);
      const offset = offsetOfCode(event.code);
      const note = offset === null ? null : midiOfOffset(keyboard.octave, offset);
      if (note !== null) press(`key:${event.code}`, note, event.timeStamp);
    });
    scope.listen(window, 'keyup', (event) => {
      // macOS sends no keyup of a key that is let go while Command is down.
      if (event.key === 'Meta') releaseLetterKeys(event.timeStamp);
      else releaseKey(`key:${event.code}`, event.timeStamp);
    });
    return () => scope.dispose();
  }, []);
}

/** True where a form field takes a key: a field for numbers leaves letters to the piano. */
function takesKey({ target, key }: globalThis.KeyboardEvent): boolean {
  const isNumber = target instanceof HTMLInputElement && target.type === 'number';
  return isTyping(target) && !(isNumber && /^\p{L}$/u.test(key));
}

function usePrintedKeys(): ReadonlyMap<string, string> | null {
  const [layout, setLayout] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    const scope = new Scope();
    const requestAccess = async (): Promise<void> => {
      const printed = await printedKeys();
      if (!scope.disposed) setLayout(printed);
    };
    void requestAccess();
    return () => scope.dispose();
  }, []);
  return layout;
}

/** True for the first 10 s. */
function useIsNew(): boolean {
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    const scope = new Scope();
    scope.timeout(() => setNew(false), TIP_MS);
    return () => scope.dispose();
  }, []);
  return isNew;
}

/** Help on playing. */
function Tip({ layout }: { layout: ReadonlyMap<string, string> | null }) {
  const [below, above] = (['KeyZ', 'KeyX'] as const).map((code) => printedOn(code, layout ?? undefined));
  const letters = PIANO_CODES.map((code) => printedOn(code, layout ?? undefined)).join(' ');
  return (
    <>
      <span className={styles.forKeys}>
        {`Tip: play with the keys ${letters}, and choose a category with 1 to 9, or ${below} and ${above}.`}
      </span>
      <span className={styles.forFingers}>Tip: slide across the keys, with several fingers if you like.</span>
    </>
  );
}

/**
 * The nine categories, on the number keys 1 to 9. A category lights while one of its notes is down, which also shows
 * MIDI notes outside the piano's octave.
 */
function Categories({ octave }: { octave: Octave }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const down = new Map<Octave, number>();
    // Set on the elements directly, like the piano's keys, without a render.
    return onKeys((midi, pressed) => {
      const family = octaveOf(noteCodeOf(midi));
      const count = (down.get(family) ?? 0) + (pressed ? 1 : -1);
      down.set(family, count);
      list.current!.children[family]?.toggleAttribute('data-down', count > 0);
    });
  }, []);
  return (
    <Stack as="ul" ref={list} gap={2} className={categoryStyles.categories} aria-label="Scent categories">
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
            className={categoryStyles.category}
            style={familyStyle(family.octave)}
            aria-pressed={family.octave === octave}
            aria-keyshortcuts={String(family.octave + 1)}
            onClick={() => chooseCategory(family.octave)}
          >
            <Text
              as="span"
              tone="fam-ink"
              weight="bold"
              numerals="digits"
              className={categoryStyles.number}
              aria-hidden="true"
            >
              {family.octave + 1}
            </Text>
            <span className={categoryStyles.short}>{family.shortName}</span>
            <span className={categoryStyles.name}>{family.name}</span>
          </Row>
        </li>
      ))}
    </Stack>
  );
}

/** The tones as buttons, with a description of the chosen one below. */
function ToneChooser() {
  const { tone: choice } = useSnapshot(keyboard);
  const id = useId();
  return (
    <Row as="fieldset" wrap gap={2} align="middle" narrows bare className={toneStyles.tones} aria-describedby={id}>
      <legend>Tone</legend>
      {/* Buttons, not radio fields: a focused field would capture the letter keys that play notes. */}
      {TONE_CHOICES.map((item) => (
        <Chip
          key={item}
          dotted={styleOf(item) !== undefined}
          pressed={choice === item}
          style={styleOf(item)}
          onClick={() => chooseTone(item)}
        >
          {TONE_TEXTS[item].name}
        </Chip>
      ))}
      <p id={id} className={toneStyles.sound} aria-live="polite">
        {TONE_TEXTS[choice].sound}
      </p>
    </Row>
  );
}

/** The dot of a family's tone has the family's colour. */
function styleOf(choice: ToneChoice): CSSProperties | undefined {
  const octave = (FAMILY_TONES as readonly ToneChoice[]).indexOf(choice);
  return octave === -1 ? undefined : ({ '--note': `var(--family-${octave})` } as CSSProperties);
}
