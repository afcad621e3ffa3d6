import { useEffect, useId, useState, useSyncExternalStore, useDeferredValue, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { isTyping } from '#core/device/keyboardLayout.ts';
import { Scope } from '#core/lifetime/scope.ts';
import {
  hasArrangement,
  isGridEmpty,
  rowNotes,
  shownPattern,
  isBlank,
} from '#features/instruments/domain/beat/beat.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { DeviceOffer } from '#features/instruments/components/DeviceOffer.tsx';
import { clearGrid, redo, showExample, undo } from '#features/instruments/state/beat/beat.ts';
import { enterBeatMaker, togglePlay } from '#features/instruments/state/beat/playBeat.ts';
import { midi } from '#features/instruments/state/midi/midi.ts';
import { chooseDevice, declineDevice } from '#features/instruments/state/midi/midiDevices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { useWhileShown } from '#ui/screen/useWhileShown.ts';
import { BeatSettings, CreateBar, MidiLine } from './BeatSettings.tsx';
import { PauseIcon, RedoIcon, UndoIcon } from '#ui/icons/laterIcons.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { PadGrid } from './PadGrid.tsx';
import { PatternBar } from './PatternBar.tsx';
import { useBeatAddress } from './useBeatAddress.ts';
import styles from './BeatMaker.module.css';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import { fragranceOfBeat } from '#features/instruments/domain/beat/beatFragrance.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import flowerStyles from './BeatFlower.module.css';

/** The beat maker: every row is a note, and the painted pads become a fragrance. */
export default function BeatMaker() {
  // Only the device has the stored beat, not the prerendered page.
  const first = useFirstPicture();
  useWhileShown(enterBeatMaker);
  useBeatAddress();
  useUndoKeys();
  return (
    <Stack className={`page ${styles.screen}`}>
      <Stack gap={3} align="middle" className={styles.head}>
        <ScreenHeading className={styles.title}>Beat Maker</ScreenHeading>
        <p className={styles.lead}>Every row is a note with a scent. Tap or paint the pads, and let it loop.</p>
        <div className={styles.face}>{!first && <BeatFlower />}</div>
        <Transport />
      </Stack>
      <DeferredPart>
        <Grid />
      </DeferredPart>
      <DeferredPart>
        <BeatSettings />
        <CreateBar />
      </DeferredPart>
    </Stack>
  );
}

function Transport() {
  const { playing, canUndo, canRedo } = useSnapshot(beatMaker);
  return (
    <Row gap={3} align="middle" className={styles.transport}>
      <IconButton
        variant="play"
        className={styles.play}
        data-playing={playing || undefined}
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => void togglePlay()}
      >
        {playing ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
      </IconButton>
      <Button variant="outline" onClick={clearGrid}>
        Clear
      </Button>
      <IconButton
        className={styles.step}
        aria-label="Undo"
        aria-keyshortcuts="Control+Z"
        aria-disabled={!canUndo}
        onClick={undo}
      >
        <UndoIcon />
      </IconButton>
      <IconButton
        className={styles.step}
        aria-label="Redo"
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={!canRedo}
        onClick={redo}
      >
        <RedoIcon />
      </IconButton>
    </Row>
  );
}

/**
 * The grid, and a line with a hint, the last change or another MIDI device; behind "More" patterns, bars, mute, solo
 * and MIDI.
 */
function Grid() {
  const { beat } = useSnapshot(beatMaker);
  const { devices, offered } = useSnapshot(midi);
  const other = devices.find(({ id }) => id === offered);
  const [isConfirming, setAsked] = useState<boolean | null>(null);
  const id = useId();
  // A beat that uses them shows them.
  const more = isConfirming ?? hasArrangement(beat);
  const [chosen, setChosen] = useState(0);
  const [mixing, setMixing] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  // Another pattern, or Undo, may have fewer bars.
  const bar = Math.min(chosen, shownPattern(beat).bars - 1);
  const empty = isGridEmpty(beat) && rowNotes(beat).length > 0;
  return (
    <Stack gap={2} top narrows className={styles.grid}>
      <Row gap={2} align="middle" justify="between" className={styles.hint}>
        {other !== undefined ? (
          <Row gap={1} align="middle" narrows>
            <DeviceOffer name={other.name} onPlay={() => chooseDevice(other.id)} onDecline={declineDevice} />
          </Row>
        ) : empty ? (
          <>
            <p className={styles.none}>No pads yet.</p>
            <Button variant="small" onClick={showExample}>
              Start with an example
            </Button>
          </>
        ) : (
          <p>
            {/* Changes are announced; the hint is not. */}
            <output>{announcement}</output>
            {announcement === '' && <span>Hold a pad, then go up or down: louder, softer.</span>}
          </p>
        )}
        <Button variant="flush" aria-expanded={more} aria-controls={id} onClick={() => setAsked(!more)}>
          More
        </Button>
      </Row>
      <Stack id={id} gap={5} className={styles.arranging} hidden={!more}>
        <PatternBar bar={bar} onBar={setChosen} mixing={mixing} onMixing={setMixing} />
        <MidiLine />
      </Stack>
      <PadGrid bar={bar} onBar={setChosen} mixing={more && mixing} mix={more} onAnnounce={setAnnouncement} />
    </Stack>
  );
}

function useUndoKeys(): void {
  useEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (isTyping(event.target) && !(event.target instanceof HTMLInputElement && event.target.type === 'range'))
        return;
      const letter = event.key.toLowerCase();
      if (letter !== 'z' && letter !== 'y') return;
      event.preventDefault();
      if (letter === 'y' || event.shiftKey) redo();
      else undo();
    });
    return () => scope.dispose();
  }, []);
}

const subscribeToNothing = () => () => undefined;

/**
 * True while a screen is prerendered at build time and while React hydrates it; then the screen renders again with
 * this device's data.
 */
function useFirstPicture(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}

/** A preview has no date. */
const NO_DATE = new Date(0);

/** The flower of the fragrance that the beat would make now. Updates after each pad, without delaying it. */
function BeatFlower() {
  const beat = useDeferredValue(useSnapshot(beatMaker).beat);
  const fragrance = useMemo(() => (isBlank(beat) ? null : fragranceOfBeat(beat, NO_DATE)), [beat]);
  return (
    <Stack align="center" className={flowerStyles.frame} data-blank={fragrance === null || undefined}>
      {fragrance === null ? (
        <Text size="small" tone="muted" font="serif" textAlign="center" className={flowerStyles.words}>
          Its flower grows here
        </Text>
      ) : (
        <FragranceFlower fragrance={fragrance} label={drawingLabel(fragrance)} className={flowerStyles.face} />
      )}
    </Stack>
  );
}
