import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import { perfumeNoteOf } from '../../../domain/catalogue/catalogue.ts';
import { hzOf, midiName } from '../../../domain/pitch/pitch.ts';
import type { Fragrance, HeardNote, SoundTrace } from '../../../domain/fragrance/model.ts';
import { Scope } from '../../../platform/lifetime/scope.ts';
import { listenTo } from '../../../state/playback/listening.ts';
import { playbackPosition, player, playNote, stopPlaying } from '../../../state/playback/player.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { noteStyle } from '../../../ui/fragrance/noteStyle.ts';
import { NotesIcon, PlayIcon } from '../../../ui/controls/icons.tsx';
import { bestPlaceOf, layoutRoll, nearestNote, noteOfSlice, soundingAt } from './rollLayout.ts';
import { whyThisNote } from '../words.ts';
import styles from './Roll.module.css';

/** A second of sound is this wide at least, px; a long recording scrolls. */
const SECOND_PX = 34;
/** A recorded note is played with a little of its surroundings, s. */
const LEAD_IN = 0.04;
const MIN_EXCERPT = 0.35;

export interface RollProps {
  profile: Fragrance;
  trace: SoundTrace;
  /** Place in `trace.notes`. */
  selected: number | null;
  onSelect: (index: number) => void;
}

/** Where each note was found: a piano roll over the waveform. A tapped note is heard, and explained. */
export function Roll({ profile, trace, selected, onSelect }: RollProps) {
  const { notes } = trace;
  const layout = useMemo(() => layoutRoll(trace), [trace]);
  const shown = selected ?? bestPlaceOf(profile.musicEssence[0]!, notes) ?? 0;
  const roll = useRef<HTMLDivElement>(null);
  useLitNotes(roll, trace);

  const choose = useCallback(
    (index: number) => {
      onSelect(index);
      void playNote(notes[index]!.note, { length: 1 });
    },
    [notes, onSelect],
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
    <section className={styles.section} aria-labelledby="why">
      <div className={styles.head}>
        <h3 id="why" className={styles.title}>
          Why these notes?
        </h3>
        <p>This is your sound, and where each note was heard in it. Tap one to hear it.</p>
      </div>
      <div className={styles.sheet}>
        <div className={styles.scroller}>
          <div className={styles.score} style={{ minWidth: Math.round(trace.duration * SECOND_PX) }}>
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
                  data-essence={profile.musicEssence.includes(note)}
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
          </div>
        </div>
        <p className={styles.axis} aria-hidden="true">
          <span>0 s</span>
          <span>
            {midiName(layout.low)} to {midiName(layout.high)}
          </span>
          <span>{seconds(trace.duration)}</span>
        </p>
        <Detail profile={profile} heard={notes[shown]!} />
      </div>
    </section>
  );
}

function seconds(time: number): string {
  return `${time.toFixed(1)} s`;
}

/** The recording's outline, each slice in the colour of the note that sounds there. */
function Waveform({ trace }: { trace: SoundTrace }) {
  const { peaks } = trace;
  const loudest = Math.max(...peaks, 0.05);
  return (
    <svg
      className={styles.wave}
      viewBox={`0 0 ${Math.max(1, peaks.length)} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {peaks.map((peak, slice) => {
        const note = noteOfSlice(trace, slice, peaks.length);
        const height = Math.max(2, (peak / loudest) ** 0.7 * 100);
        // The slices of a recording never change places: their index is their identity.
        // eslint-disable-next-line react/no-array-index-key
        return (
          <rect
            key={slice}
            x={slice + 0.16}
            width={0.68}
            y={(100 - height) / 2}
            height={height}
            fill={note === null ? 'var(--line)' : 'var(--note-line)'}
            opacity={note === null ? 0.45 : 1}
            style={note === null ? undefined : noteStyle(note)}
          />
        );
      })}
    </svg>
  );
}

/** The chosen note in words, and two ways to hear it. */
function Detail({ profile, heard }: { profile: Fragrance; heard: HeardNote }) {
  const { note, onset, offset, cents } = heard;
  const stopper = useRef<Scope | null>(null);
  useEffect(() => () => stopper.current?.dispose(), []);
  const hearItThere = async () => {
    stopper.current?.dispose();
    const scope = new Scope();
    stopper.current = scope;
    const end = Math.max(offset, onset + MIN_EXCERPT);
    const outcome = await listenTo(profile, Math.max(0, onset - LEAD_IN));
    if (!outcome.ok || scope.disposed) return;
    scope.frames(() => {
      if (player.sounding !== 'recording') scope.dispose();
      else if (playbackPosition() >= end) {
        scope.dispose();
        stopPlaying();
      }
    });
  };
  const tuning = cents === 0 ? 'in tune' : `${Math.abs(cents)} cents ${cents > 0 ? 'above' : 'below'}`;
  return (
    <div className={styles.detail} style={noteStyle(note)}>
      <p className={styles.code} aria-hidden="true">
        {note}
      </p>
      <output className={styles.why}>
        <span>{whyThisNote(note, profile.musicEssence, profile.trace?.notes ?? [])}</span>
        <span className={styles.facts}>
          {perfumeNoteOf(note).category} · {hzOf(note).toFixed(0)} Hz, {tuning} · {seconds(onset)} to {seconds(offset)}
        </span>
      </output>
      <div className={styles.hear}>
        <button
          type="button"
          className={buttonClass('outline', styles.small)}
          onClick={() => void playNote(note, { length: 1 })}
        >
          <NotesIcon /> The note
        </button>
        <button type="button" className={buttonClass('outline', styles.small)} onClick={() => void hearItThere()}>
          <PlayIcon /> Your recording there
        </button>
      </div>
    </div>
  );
}

/** Lights what sounds: the note that is played, or the notes under the playhead. Written past React, on each frame. */
function useLitNotes(roll: { current: HTMLDivElement | null }, { duration, notes }: SoundTrace): void {
  const { sounding } = useSnapshot(player);
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
        light(new Set(notes.flatMap(({ note }, index) => (note === player.note ? [index] : []))));
        return;
      }
      const time = playbackPosition();
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
  }, [sounding, roll, notes, duration]);
}
