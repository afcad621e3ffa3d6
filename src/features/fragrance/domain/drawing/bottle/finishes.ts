/* The bottles on offer, with the look of glass, cap and collar of each. */

export type BottleColor = 'white' | 'black' | 'silver';

/** The bottles to choose from. */
export const BOTTLES: readonly { value: BottleColor; name: string }[] = [
  { value: 'white', name: 'Matte White' },
  { value: 'black', name: 'Matte Black' },
  { value: 'silver', name: 'Silver Mirror' },
];
export const DEFAULT_BOTTLE: BottleColor = 'silver';

export interface Finish {
  body: readonly [offset: number, color: string][];
  /** Light from above: opacity of white at the top and of black at the bottom. */
  fall: { light: number; dark: number };
  cap: readonly [offset: number, color: string][];
  capTop: string;
  collar: readonly [offset: number, color: string][];
  edge: string;
}

const BRASS_STOPS: Finish['collar'] = [
  [0, '#6f5530'],
  [0.18, '#c9a566'],
  [0.38, '#f0dcae'],
  [0.6, '#b08a4c'],
  [0.85, '#d9bb80'],
  [1, '#6a5029'],
];
const STEEL_STOPS: Finish['collar'] = [
  [0, '#63676d'],
  [0.18, '#c8ccd1'],
  [0.38, '#fbfcfc'],
  [0.6, '#989da4'],
  [0.85, '#dfe2e5'],
  [1, '#60646a'],
];

/** Colours of each bottle. */
export const FINISHES: Record<BottleColor, Finish> = {
  white: {
    body: [
      [0, '#cdc4b8'],
      [0.07, '#e6dfd5'],
      [0.28, '#f8f4ee'],
      [0.5, '#fdfaf6'],
      [0.78, '#f1ebe2'],
      [0.94, '#ddd5c9'],
      [1, '#c3b9ac'],
    ],
    fall: { light: 0.35, dark: 0.07 },
    cap: [
      [0, '#5f3c22'],
      [0.14, '#8f6039'],
      [0.36, '#bd8a5a'],
      [0.58, '#a87647'],
      [0.86, '#7d5230'],
      [1, '#52331c'],
    ],
    capTop: '#c99a6b',
    collar: BRASS_STOPS,
    edge: '#b8ad9f',
  },
  black: {
    body: [
      [0, '#080606'],
      [0.05, '#3b3431'],
      [0.12, '#25201e'],
      [0.42, '#191514'],
      [0.76, '#231e1c'],
      [0.93, '#423a36'],
      [0.97, '#2a2422'],
      [1, '#0a0807'],
    ],
    fall: { light: 0.09, dark: 0.34 },
    cap: [
      [0, '#060505'],
      [0.1, '#332d2a'],
      [0.3, '#1d1917'],
      [0.66, '#14100f'],
      [0.9, '#39322e'],
      [1, '#070606'],
    ],
    capTop: '#3a332f',
    collar: BRASS_STOPS,
    edge: '#000000',
  },
  silver: {
    body: [
      [0, '#5e6369'],
      [0.035, '#d9dce0'],
      [0.09, '#f7f8f9'],
      [0.16, '#a9aeb5'],
      [0.24, '#e9ebed'],
      [0.47, '#fdfdfd'],
      [0.62, '#c3c7cc'],
      [0.76, '#8b9097'],
      [0.86, '#e2e5e8'],
      [0.95, '#fafbfb'],
      [1, '#666b71'],
    ],
    fall: { light: 0.1, dark: 0.16 },
    cap: [
      [0, '#0b0a0b'],
      [0.09, '#55575c'],
      [0.16, '#1b1a1c'],
      [0.4, '#2d2d30'],
      [0.7, '#111012'],
      [0.9, '#6d7077'],
      [0.95, '#242427'],
      [1, '#0a090a'],
    ],
    capTop: '#4b4d52',
    collar: STEEL_STOPS,
    edge: '#5a5f65',
  },
};
