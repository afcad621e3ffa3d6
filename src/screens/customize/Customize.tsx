import { useMemo, useState, type CSSProperties } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { BOTTLES } from '#features/fragrance/domain/drawing/bottle/finishes.ts';
import {
  clippedName,
  DESIGN_NAME_MAX,
  labelName,
  labelPaper,
} from '#features/fragrance/domain/drawing/bottle/label.ts';
import {
  FONT_COLOR_STEPS,
  fontColorAt,
  fontColorName,
  fontColorValueOf,
  isFaintOn,
} from '#features/fragrance/domain/drawing/fontColor.ts';
import { noteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import {
  design,
  downloadDesign,
  DEFAULT_FRAGRANCE,
  preorderDesign,
  UNNAMED_BOTTLE,
} from '#features/community/state/customize.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { Bottle } from '#features/fragrance/components/Bottle.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/forms/Field.tsx';
import { DownloadIcon } from '#ui/icons/laterIcons.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Customize.module.css';
import { PreorderButton } from '#features/community/components/PreorderButton.tsx';
import { session } from '#features/session/state/session.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { cleanName } from '#core/values/nameRules.ts';

/** Values of the slider that differ less are hard to distinguish. */
const LEAST_STEP = 4;

/** The inks of the notes, without those that look like an earlier one. */
function inksOf(notes: readonly NoteCode[]): [value: number, note: NoteCode][] {
  const inks: [number, NoteCode][] = [];
  for (const note of notes) {
    const value = fontColorValueOf(noteColors(note, 'light').fill);
    if (inks.every(([other]) => Math.abs(other - value) >= LEAST_STEP)) inks.push([value, note]);
  }
  return inks;
}

/** An ink by its own colour, which is only near that of its material. */
function inkName(value: number, note: NoteCode): string {
  const color = fontColorName(value);
  return `${color[0]!.toUpperCase()}${color.slice(1)}, for ${perfumeNoteOf(note).name}`;
}

/** Scrolls the row of inks to the chosen one, which may lie outside of a phone's screen when the row appears. */
function showChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[aria-pressed=true]');
  if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}

/** Designs a bottle: its name, the name's colour, and its finish. */
export default function Customize() {
  const { name: typed, colorValue, bottle } = useSnapshot(design, { sync: true });
  const { user } = useSnapshot(session);
  const current = loadCurrentFragrance();
  const fragrance = current ?? DEFAULT_FRAGRANCE;
  const name = typed ?? current?.name ?? '';
  // The label shows the fragrance's full name; the field and the order use the part that fits.
  const field = typed ?? clippedName(name);
  const finish = BOTTLES.find(({ value }) => value === bottle)!.name;
  const colorWord = fontColorName(colorValue);
  const inks = useMemo(() => inksOf(fragrance.musicEssence), [fragrance]);
  // Pressed choices so far: the bottle turns once for each.
  const [turns, setTurns] = useState(0);
  const choose = (change: Partial<typeof design>) => {
    Object.assign(design, change);
    setTurns(turns + 1);
  };
  const [painting, setPainting] = useState(false);
  const download = async () => {
    if (painting) return;
    setPainting(true);
    await downloadDesign();
    setPainting(false);
  };
  return (
    <Stack as="section" align="middle" grows className={`page ${styles.page}`}>
      <Stack align="center" className={styles.stage} style={noteStyle(fragrance.musicEssence[0])}>
        <Bottle
          key={turns}
          bottle={bottle}
          fragrance={fragrance}
          name={name}
          color={fontColorAt(colorValue)}
          label={`${finish} bottle, labelled ${name.trim() === '' ? 'with no name yet' : `${labelName(name)} in ${colorWord}`}`}
          className={`${styles.bottle} ${turns > 0 ? styles.turned : ''}`}
        />
      </Stack>
      <Stack gap={5} narrows>
        <Stack as="header" gap={3} justify="left">
          {/* Without a fragrance the results would only lead on to the create screen, with an error. */}
          <Button as={Link} href={current === null ? '/create' : '/results'} variant="back">
            <span aria-hidden="true">←</span> Back
          </Button>
          <ScreenHeading className="medium">Customize your bottle</ScreenHeading>
          {current === null && (
            <Text tone="muted">
              This is our own fragrance. <Link href="/create">Create yours</Link>, and its flower goes on the label.
            </Text>
          )}
        </Stack>
        <TextField
          label="Fragrance name"
          maxLength={DESIGN_NAME_MAX}
          autoComplete="off"
          value={field}
          hint={`${field.length} of ${DESIGN_NAME_MAX} characters`}
          onChange={(event) => (design.name = event.target.value)}
        />
        <Stack gap={2} narrows bare>
          <Row wrap columnGap={3} align="baseline" justify="between">
            <Text as="label" htmlFor="font-color" size="small" weight="strong">
              Ink
            </Text>
            <Text size="tiny" tone="muted" className={styles.hint} aria-live="polite">
              {isFaintOn(colorValue, labelPaper(fragrance)) ? 'This color is hard to read on the label.' : colorWord}
            </Text>
          </Row>
          <Box
            as="input"
            id="font-color"
            wide
            className={`slider ${styles.slider}`}
            type="range"
            min={0}
            max={FONT_COLOR_STEPS}
            value={colorValue}
            aria-valuetext={colorWord}
            style={{ '--inside': fontColorAt(colorValue) } as CSSProperties}
            onChange={(event) => (design.colorValue = Number(event.target.value))}
          />
          <Row
            as="fieldset"
            ref={showChosen}
            wrap
            gap={2}
            bare
            narrows
            className={styles.inks}
            aria-label="Inks of the notes"
          >
            {inks.map(([value, note]) => (
              <Chip
                key={value}
                dotted
                rigid
                className={styles.ink}
                pressed={value === colorValue}
                style={{ '--note': fontColorAt(value), '--note-line': 'var(--line)' } as CSSProperties}
                onClick={() => choose({ colorValue: value })}
              >
                {inkName(value, note)}
              </Chip>
            ))}
          </Row>
        </Stack>
        <Stack as="fieldset" gap={2} narrows bare>
          <Text as="legend" size="small" weight="strong" className={styles.legend}>
            Bottle
          </Text>
          <Stack gap={3} className={styles.bottles}>
            {BOTTLES.map(({ value, name: label }) => (
              <Stack as="label" key={value} gap={2} justify="centered" className={styles.choice}>
                <input
                  className="cover"
                  type="radio"
                  name="bottle"
                  value={value}
                  checked={bottle === value}
                  onChange={() => choose({ bottle: value })}
                />
                <span className={styles.finish} data-finish={value} aria-hidden="true" />
                <span>{label}</span>
              </Stack>
            ))}
          </Stack>
        </Stack>
        <Row wrap gap={3} className="spread">
          <PreorderButton
            fragranceName={clippedName(cleanName(name)) || UNNAMED_BOTTLE}
            bottle={{ bottle, fragrance, name, color: fontColorAt(colorValue) }}
            member={user}
            onSubmit={preorderDesign}
          >
            PURCHASE NOW
          </PreorderButton>
          <Button variant="outline" aria-disabled={painting} onClick={() => void download()}>
            <DownloadIcon /> Download PNG
          </Button>
        </Row>
      </Stack>
    </Stack>
  );
}
