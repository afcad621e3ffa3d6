import { useEffect, useRef, type ComponentProps } from 'react';
import { useSnapshot } from 'valtio';
import {
  BAR_STEPS,
  isPainted,
  MAX_BARS,
  PATTERN_NAMES,
  rowNotes,
  shownPattern,
} from '#features/instruments/domain/beat/beat.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { copyPattern, pastePattern, setBars, showPattern } from '#features/instruments/state/beat/beat.ts';
import { playingColumn } from '#features/instruments/state/beat/playBeat.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Row } from '#ui/layout/Box.tsx';
import styles from './PatternBar.module.css';

interface PatternBarProps {
  /** The shown bar, from 0. */
  bar: number;
  onBar: (bar: number) => void;
  mixing: boolean;
  onMixing: (mixing: boolean) => void;
}

/** A pattern, a bar, or what changes their number. */
function Round(props: ComponentProps<typeof Chip>) {
  return <Chip shape="circle" weight="strong" numerals="digits" position="relative" {...props} />;
}

/** Selects the pattern and the bar on the grid. */
export function PatternBar({ bar, onBar, mixing, onMixing }: PatternBarProps) {
  const { beat, copied, playing } = useSnapshot(beatMaker);
  const { bars } = shownPattern(beat);
  const rows = rowNotes(beat);
  const line = useRef<HTMLDivElement>(null);
  usePlayingBar(line, playing, bars);
  const name = PATTERN_NAMES[beat.shown]!;
  const lengthen = (by: number): void => {
    const next = bars + by;
    if (next < 1 || next > MAX_BARS) return;
    setBars(next);
    onBar(Math.min(next - 1, by > 0 ? next - 1 : bar));
  };
  return (
    <Row wrap gap={2} columnGap={5} align="middle" justify="between" ref={line}>
      <Row as="fieldset" wrap align="middle" narrows bare className={styles.group}>
        <legend>Pattern</legend>
        {PATTERN_NAMES.map((letter, i) => {
          const isPatternPainted = rows.some((note) => isPainted(beat.patterns[i]!, note));
          return (
            <Round
              key={letter}
              className={styles.choice}
              pressed={i === beat.shown}
              aria-label={`Pattern ${letter}${isPatternPainted ? ', has notes' : ', empty'}`}
              data-painted={isPatternPainted || undefined}
              onClick={() => showPattern(i)}
            >
              {letter}
            </Round>
          );
        })}
        <Button variant="quiet" className={styles.word} aria-label={`Copy pattern ${name}`} onClick={copyPattern}>
          Copy
        </Button>
        <Button
          variant="quiet"
          className={styles.word}
          aria-disabled={copied === null}
          aria-label={copied === null ? 'Paste: nothing copied yet' : `Paste pattern ${copied.name} into ${name}`}
          onClick={pastePattern}
        >
          Paste
        </Button>
      </Row>
      <Row as="fieldset" wrap align="middle" narrows bare className={styles.group}>
        <legend>Bars</legend>
        {Array.from({ length: bars }, (_, i) => (
          <Round
            key={i}
            className={styles.choice}
            pressed={i === bar}
            aria-label={`Bar ${i + 1} of ${bars}`}
            data-bar={i}
            onClick={() => onBar(i)}
          >
            {i + 1}
          </Round>
        ))}
        <Round
          className={styles.change}
          aria-label="Add a bar"
          aria-disabled={bars === MAX_BARS}
          onClick={() => lengthen(1)}
        >
          +
        </Round>
        <Round
          className={styles.change}
          aria-label="Remove the last bar"
          aria-disabled={bars === 1}
          onClick={() => lengthen(-1)}
        >
          −
        </Round>
        <Button
          variant="quiet"
          className={`${styles.word} ${styles.mix}`}
          aria-pressed={mixing}
          onClick={() => onMixing(!mixing)}
        >
          {mixing ? 'Pads' : 'Mute & solo'}
        </Button>
      </Row>
    </Row>
  );
}

/** Marks the audible bar from the audio clock, without React. */
function usePlayingBar(line: { current: HTMLElement | null }, playing: boolean, bars: number): void {
  useEffect(() => {
    if (!playing) return undefined;
    const scope = new Scope();
    const element = line.current;
    const mark = (bar: number): void => {
      for (const button of element?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])
        button.toggleAttribute('data-playing', Number(button.dataset['bar']) === bar);
    };
    let shown = -1;
    scope.frames(() => {
      const column = playingColumn();
      const bar = Math.min(bars - 1, Math.floor(column / BAR_STEPS));
      if (bar !== shown) mark((shown = bar));
    });
    scope.add(() => mark(-1));
    return () => scope.dispose();
  }, [line, playing, bars]);
}
