/**
 * The palette of the families: nine hues, one an octave, from resin-dark (octave 0) to ice (octave 8), on warm and on
 * dark paper. For headings, category keys and backgrounds; notes have their own colours (`noteColors.ts`). This table
 * is the source; `src/ui/theme/tokens.css` mirrors it as `--family-0` to `--family-8` (with `-ink`, `-wash` and `-on`).
 *
 * Contrast (WCAG 2.2, tested in palette.test.ts): `fill` is at least 3:1 on `paper` (graphics, 1.4.11); `ink` is at
 * least 4.5:1 on `paper`, `surface` and its own `wash` (text, 1.4.3); `onFill` is at least 4.5:1 on `fill`.
 */
import type { Octave } from '#analysis/values/pitch.ts';

/** The colours of a fragrance family, or of a note (`noteColors.ts`), sRGB hex. */
export interface ColorForms {
  /** Dots, keys, pads, drawing. */
  fill: string;
  /** Text in the colour. */
  ink: string;
  /** Tinted paper for chips and cards. */
  wash: string;
  /** Text on `fill`. */
  onFill: string;
}

export interface Palette {
  scheme: 'light' | 'dark';
  /** The page. */
  paper: string;
  /** A raised sheet on the page. */
  surface: string;
  /** Text. */
  ink: string;
  /** Secondary text, at least 4.5:1 on paper and surface. */
  mutedInk: string;
  /** Meaningful borders, at least 3:1 on paper. */
  line: string;
  /** Indexed by octave, 0 to 8. */
  families: readonly ColorForms[];
}

export const LIGHT_TEXT = '#f9f5ee';
export const DARK_TEXT = '#17110e';

export const LIGHT_PALETTE: Palette = {
  scheme: 'light',
  paper: '#f9f5ee',
  surface: '#fffdf9',
  ink: '#251c16',
  mutedInk: '#6b5d51',
  line: '#8c7d70',
  families: [
    { fill: '#44281e', ink: '#43291f', wash: '#f2e5e0', onFill: LIGHT_TEXT },
    { fill: '#7e3029', ink: '#7c322b', wash: '#ffe0db', onFill: LIGHT_TEXT },
    { fill: '#bb7328', ink: '#915100', wash: '#fae3d1', onFill: DARK_TEXT },
    { fill: '#616222', ink: '#606126', wash: '#e9ead4', onFill: LIGHT_TEXT },
    { fill: '#b72855', ink: '#ad2750', wash: '#fedfe3', onFill: LIGHT_TEXT },
    { fill: '#9550a9', ink: '#844497', wash: '#f2e1f7', onFill: LIGHT_TEXT },
    { fill: '#5d920d', ink: '#477205', wash: '#e0edd5', onFill: DARK_TEXT },
    { fill: '#0b938e', ink: '#03726e', wash: '#cef0ed', onFill: DARK_TEXT },
    { fill: '#528db8', ink: '#316990', wash: '#d6ebfc', onFill: DARK_TEXT },
  ],
};

export const DARK_PALETTE: Palette = {
  scheme: 'dark',
  paper: '#17110e',
  surface: '#221a16',
  ink: '#eee7dc',
  mutedInk: '#b3a598',
  line: '#7d7066',
  families: [
    { fill: '#aa745f', ink: '#c89886', wash: '#32221c', onFill: DARK_TEXT },
    { fill: '#c36458', ink: '#e2887d', wash: '#3a1d1a', onFill: DARK_TEXT },
    { fill: '#e39851', ink: '#de9a5d', wash: '#36210d', onFill: DARK_TEXT },
    { fill: '#9c9e56', ink: '#a8aa6a', wash: '#272811', onFill: DARK_TEXT },
    { fill: '#ea6685', ink: '#f17993', wash: '#391d22', onFill: DARK_TEXT },
    { fill: '#ca8cdc', ink: '#c690d7', wash: '#301f35', onFill: DARK_TEXT },
    { fill: '#a0d868', ink: '#a4d673', wash: '#1f2b13', onFill: DARK_TEXT },
    { fill: '#83e1db', ink: '#8ddfd9', wash: '#0e2c2a', onFill: DARK_TEXT },
    { fill: '#c7e6ff', ink: '#c8e6fd', wash: '#1e282f', onFill: DARK_TEXT },
  ],
};

/** The colours of an octave's family in a palette. */
export function familyColors(palette: Palette, octave: Octave): ColorForms {
  return palette.families[octave]!;
}
