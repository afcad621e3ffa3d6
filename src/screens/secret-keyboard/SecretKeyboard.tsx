import { useEffect, useState } from 'react';
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
} from '../../features/instruments/domain/keyboard/keyboard.ts';
import { OCTAVES } from '#analysis/values/pitch.ts';
import { isTyping, printedKeys } from '../../core/device/keyboardLayout.ts';
import { Scope } from '../../core/lifetime/scope.ts';
import {
  chooseCategory,
  enterKeyboard,
  keyboard,
  releaseKey,
  releaseLetterKeys,
  press,
} from '../../features/instruments/state/keyboard/keyboard.ts';
import { midi } from '../../features/instruments/state/midi/midi.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ScreenHeading } from '../../ui/screen/ScreenHeading.tsx';
import { useWhileShown } from '../../ui/screen/useWhileShown.ts';
import { Row, Stack } from '../../ui/layout/Box.tsx';
import { OutOfRangeKeys } from './piano/OutOfRangeKeys.tsx';
import { Categories } from './Categories.tsx';
import { InfoCard } from './InfoCard.tsx';
import { MidiPanel } from './midi/MidiPanel.tsx';
import { MidiLights } from './piano/MidiLights.tsx';
import { Piano } from './piano/Piano.tsx';
import { TakePanel } from './take/TakePanel.tsx';
import { ToneChooser } from './ToneChooser.tsx';
import pills from './pills.module.css';
import styles from './SecretKeyboard.module.css';

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
        <Button as={Link} href="/" look="back" className={styles.back}>
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
      const beside = OCTAVES.find((each) => each === keyboard.octave + categoryStep(event.code));
      if (beside !== undefined && beside !== keyboard.octave) chooseCategory(beside);
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

/** How to play. */
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
