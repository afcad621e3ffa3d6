import { useState } from 'react';
import { useLocation } from 'wouter';
import { TRAITS, type PlaylistFilters } from '../../domain/filters.ts';
import { surprisePath } from '../../state/surprise.ts';
import { FAMILIES, perfumeNoteOf } from '../../../fragrance/domain/index.ts';
import { NOTE_CODES } from '../../../../core/pitch/pitch.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { Choice } from '../../../../ui/forms/Choice.tsx';
import styles from './Filters.module.css';
import { capitalized } from '../../../../core/values/words.ts';

const ANY = '';
const FAMILY_OPTIONS = [
  [ANY, 'Any family'] as const,
  ...FAMILIES.map(({ octave, shortName }) => [String(octave), shortName] as const),
];
const TRAIT_OPTIONS = [[ANY, 'Any character'] as const, ...TRAITS.map((word) => [word, capitalized(word)] as const)];
const ACCENT_OPTIONS = [
  [ANY, 'Any accent'] as const,
  ...NOTE_CODES.map((code) => [code as string, perfumeNoteOf(code).name] as const).sort(([, a], [, b]) =>
    a.localeCompare(b, 'en'),
  ),
];

interface FiltersProps {
  filters: PlaylistFilters;
  onChange: (filters: PlaylistFilters) => void;
}

/** Filters of the playlist, and a fragrance by chance. */
export function Filters({ filters, onChange }: FiltersProps) {
  const change = <Key extends keyof PlaylistFilters>(key: Key, value: PlaylistFilters[Key] | undefined) => {
    const { [key]: _before, ...others } = filters;
    onChange(value === undefined ? others : { ...others, [key]: value });
  };
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">Filters</legend>
      <Choice
        label="Family"
        value={filters.family === undefined ? ANY : String(filters.family)}
        options={FAMILY_OPTIONS}
        onChange={(value) => change('family', FAMILIES.find(({ octave }) => String(octave) === value)?.octave)}
      />
      <Choice
        label="Character"
        value={filters.trait ?? ANY}
        options={TRAIT_OPTIONS}
        onChange={(value) => change('trait', value === ANY ? undefined : value)}
      />
      <Choice
        label="Accent"
        value={filters.accent ?? ANY}
        options={ACCENT_OPTIONS}
        onChange={(value) =>
          change(
            'accent',
            NOTE_CODES.find((code) => code === value),
          )
        }
      />
      <Surprise />
    </fieldset>
  );
}

function Surprise() {
  const [, navigate] = useLocation();
  const [drawing, setDrawing] = useState(false);
  const surprise = async () => {
    if (drawing) return;
    setDrawing(true);
    const path = await surprisePath();
    setDrawing(false);
    if (path === null) notify({ kind: 'info', title: 'Nothing here yet', description: 'Be the first to share.' });
    else navigate(path);
  };
  return (
    <button type="button" className={buttonClass('outline')} aria-disabled={drawing} onClick={() => void surprise()}>
      Surprise me
    </button>
  );
}
