import { useCallback, useMemo, useRef, type KeyboardEvent, type PointerEvent, useEffect } from 'react';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { TraceNote, SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { drawFragrance } from '#features/fragrance/domain/drawing/drawing.ts';
import type { Drawable } from '#features/fragrance/domain/drawing/shapes.ts';
import { explainNote, type Possessive } from '#features/fragrance/domain/words/noteReason.ts';
import { hzOf, midiName, type NoteCode } from '#analysis/values/pitch.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { NotesIcon } from '#ui/icons/laterIcons.tsx';
import { NoteFlower } from '../NoteFlower.tsx';
import { noteStyle } from '../notes/noteStyle.ts';
import type { SoundPlayback } from './playback.ts';
import { bestPlaceOf, layoutRoll, nearestNote, soundingAt } from './rollLayout.ts';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Roll.module.css';
import { Waveform } from './Waveform.tsx';
import { pluralize } from '#core/values/words.ts';
import { Scope } from '#core/lifetime/scope.ts';

/** Minimum width of a second, px; a long recording scrolls. */
const SECOND_PX = 34;

interface RollProps {
  /** The flower, whose petals the notes are. */
  flower: Drawable;
  essence: readonly NoteCode[];
  trace: SoundTrace;
  /** The visitor's own sound or another's. */
  whose: Possessive;
  /** Level of its heading. */
  level?: 2 | 3;
  playback: SoundPlayback;
  /** Index in `trace.notes`. */
  selected: number | null;
  onSelect: (index: number) => void;
  /** Plays a single note. */
  onNote: (code: NoteCode) => void;
  /** Plays the recording at the time of a note. */
  onHear: (heard: TraceNote) => void;
}

/** A piano roll of the found notes over the waveform. A tap plays a note and explains it. */
export function Roll({
  flower,
  essence,
  trace,
  whose,
  level = 3,
  playback,
  selected,
  onSelect,
  onNote,
  onHear,
}: RollProps) {
  const { notes } = trace;
  const Heading = `h${level}` as const;
  const layout = useMemo(() => layoutRoll(trace), [trace]);
  const shown = selected ?? bestPlaceOf(essence[0]!, notes) ?? 0;
  const roll = useRef<HTMLDivElement>(null);
  useLitNotes(roll, trace, playback);

  const choose = useCallback(
    (index: number) => {
      onSelect(index);
      onNote(notes[index]!.note);
    },
    [notes, onSelect, onNote],
  );
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const box = event.currentTarget.getBoundingClientRect();
    const nearest = nearestNote(
      layout,
      (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height,
      box.width / box.height,
    );
    if (nearest !== null) choose(nearest.index);
  };
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? notes.length - 1
          : step === undefined
            ? null
            : Math.min(notes.length - 1, Math.max(0, shown + step));
    if (target === null) return;
    event.preventDefault();
    choose(target);
    roll.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus();
  };
  return (
    <Stack as="section" gap={5} className={styles.section} aria-labelledby="why" data-screen-only="">
      <Stack gap={2} tone="muted" className={styles.head}>
        <Heading id="why" className="ink medium">
          Why these notes?
        </Heading>
        <p>Where each note was heard. Tap one to hear it.</p>
      </Stack>
      <Stack gap={3} edge="framed" surface="surface" radius="lg" className={styles.sheet}>
        <div className={styles.scroller}>
          <Box position="relative" style={{ minWidth: Math.round(trace.duration * SECOND_PX) }}>
            <div
              ref={roll}
              className={styles.roll}
              role="toolbar"
              tabIndex={-1}
              aria-label="Notes that were heard, in order"
              onPointerDown={press}
              onKeyDown={move}
            >
              {layout.notes.map(({ index, note, left, width, top, height }) => (
                <button
                  key={index}
                  type="button"
                  className={styles.note}
                  style={{
                    ...noteStyle(note),
                    left: `${left * 100}%`,
                    width: `${width * 100}%`,
                    top: `${top * 100}%`,
                    height: `${height * 100}%`,
                  }}
                  data-index={index}
                  data-essence={essence.includes(note)}
                  tabIndex={index === shown ? 0 : -1}
                  aria-pressed={index === shown}
                  aria-label={`${note}, ${seconds(notes[index]!.onset)}`}
                  onClick={(event) => {
                    if (event.detail === 0) choose(index);
                  }}
                />
              ))}
            </div>
            <Waveform trace={trace} />
            <span data-part="playhead" className={styles.playhead} aria-hidden="true" />
          </Box>
        </div>
        <Row as="p" justify="between" size="tiny" tone="muted" numerals="digits" aria-hidden="true">
          <span>0 s</span>
          <span>{`${midiName(layout.low)} to ${midiName(layout.high)}`}</span>
          <span>{seconds(trace.duration)}</span>
        </Row>
        <Detail
          flower={flower}
          essence={essence}
          notes={notes}
          heard={notes[shown]!}
          chosen={selected !== null}
          whose={whose}
          onNote={onNote}
          onHear={onHear}
        />
      </Stack>
    </Stack>
  );
}

function seconds(time: number): string {
  return `${time.toFixed(1)} s`;
}

interface DetailProps extends Pick<RollProps, 'flower' | 'essence' | 'whose' | 'onNote' | 'onHear'> {
  notes: readonly TraceNote[];
  heard: TraceNote;
  /** True when the visitor selected it; else it is the strongest. */
  chosen: boolean;
}

/** Describes the note, with its petal and two ways to play it; on a phone only after a selection. */
function Detail({ flower, essence, notes, heard, chosen, whose, onNote, onHear }: DetailProps) {
  const { note, onset, offset, cents } = heard;
  const drawing = useMemo(() => drawFragrance(flower), [flower]);
  const tuning = cents === 0 ? 'in tune' : `${pluralize(Math.abs(cents), 'cent')} ${cents > 0 ? 'above' : 'below'}`;
  return (
    <Stack align="middle" className={styles.detail} style={noteStyle(note)} data-chosen={chosen}>
      <Stack gap={1} align="center">
        <NoteFlower drawing={drawing} shows={({ at }) => at === onset} className={styles.flower} />
        <p className={styles.code} translate="no" aria-hidden="true">
          {note}
        </p>
      </Stack>
      <Stack as="output" gap={1} className={styles.why}>
        <span>{explainNote(note, essence, notes, whose)}</span>
        <Text as="span" size="small" tone="muted" numerals="digits" className={styles.facts}>
          {`${perfumeNoteOf(note).category} · ${hzOf(note).toFixed(0)} Hz, ${tuning} · ${seconds(onset)} to ${seconds(offset)}`}
        </Text>
      </Stack>
      <Row wrap gap={2} className={styles.hear}>
        <Button variant="small" onClick={() => onNote(note)}>
          <NotesIcon /> The note
        </Button>
        <Button variant="small" onClick={() => onHear(heard)}>
          <PlayIcon /> <span>{`${whose === 'your' ? 'Your' : 'The'} recording there`}</span>
        </Button>
      </Row>
    </Stack>
  );
}

/** Highlights the played note, or the notes under the playhead. Updates the DOM per frame, without React. */
function useLitNotes(
  roll: { current: HTMLDivElement | null },
  { duration, notes }: SoundTrace,
  { sounding, position, note: played }: SoundPlayback,
): void {
  useEffect(() => {
    const element = roll.current;
    if (sounding === null || element === null) return undefined;
    const buttons = [...element.querySelectorAll<HTMLElement>('[data-index]')];
    const playhead = element.parentElement?.querySelector<HTMLElement>('[data-part="playhead"]');
    const light = (lit: ReadonlySet<number>) =>
      buttons.forEach((button, index) => button.toggleAttribute('data-lit', lit.has(index)));
    const scope = new Scope();
    scope.frames(() => {
      if (sounding === 'notes') {
        const code = played();
        light(new Set(notes.flatMap(({ note }, index) => (note === code ? [index] : []))));
        return;
      }
      const time = position();
      light(new Set(soundingAt(notes, time)));
      if (playhead === null || playhead === undefined) return;
      playhead.style.opacity = '1';
      playhead.style.left = `${Math.min(1, time / Math.max(duration, 0.001)) * 100}%`;
    });
    return () => {
      scope.dispose();
      light(new Set());
      if (playhead !== null && playhead !== undefined) playhead.style.opacity = '0';
    };
  }, [sounding, position, played, roll, notes, duration]);
}
