/**
 * Every fragrance has a face: a drawing made from its fragrance alone. The same fragrance always gives the same drawing.
 *
 * How to read it. Each note is a band of one nested form, the lowest outside and heavy, the highest inside and
 * lifted, as an accord unfolds from base to top. A band is as wide as its note is strong, as deep in colour as the
 * fragrance is intense, and in the colour of its material. Low notes are smooth like stone and resin, middle ones open
 * into petals, high ones sharpen like frost; the number of lobes follows the circle of fifths, so that notes which
 * sound well together also rhyme in shape. Complexity makes the outline less regular. Persistence is the sillage:
 * the lines that leave the form and drift away. Top notes scatter above as drops; base notes lie under it as ground.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { strengthsOf, tiersOf, type Tier } from '../fragrance/fragrance.ts';
import { closedCurve, formAt, interpolate, type Form } from './drawingForms.ts';
import { midiOf, octaveOf, byPitch, type NoteCode, type Octave } from '../pitch/pitch.ts';
import type { Fragrance } from '../fragrance/model.ts';
import { between, seededRandom, type Random } from '../random.ts';

/** The drawing's own units: a square of 10,000 by 10,000, y downwards; fine enough for paths of whole numbers. */
export const DRAWING_SIZE = 10_000;

/** A colour before a palette is chosen. */
export interface ColorToken {
  note: NoteCode;
  /** 0 nearly paper, 0.5 the note's fill, 1 the deepest; `line` is the colour of its edges and thin marks. */
  depth: number | 'line';
}

/** What a shape is in the drawing; painted roughly in this order. */
export type ShapeRole = 'ground' | 'sillage' | 'layer' | 'petal' | 'ring' | 'accent';

/** One painted shape, in painting order. */
export interface DrawingShape {
  role: ShapeRole;
  /** SVG path data, also good for `Path2D`. */
  path: string;
  fill?: ColorToken;
  stroke?: ColorToken;
  strokeWidth?: number;
  /** 0 to 1. */
  opacity: number;
  /** When the note that this shape stands for is heard first, seconds of the recording; absent where nothing tells. */
  at?: number;
}

export interface Drawing {
  /** The paper's tint: the family of the strongest note; null is bare paper. */
  ground: Octave | null;
  shapes: DrawingShape[];
}

/**
 * What a drawing is made of: the scent, and neither its name nor its id, so that a copy that was exported and imported looks
 * the same. Everything after `persistence` may be missing.
 */
export type Drawable = Pick<
  Fragrance,
  'musicEssence' | 'intensity' | 'complexity' | 'persistence' | 'trace' | 'accents' | 'character' | 'proportions'
>;

interface Band {
  note: NoteCode;
  strength: number;
  form: Form;
}

/** The drawing of a fragrance. A fragrance without notes gives bare paper. */
export function drawFragrance(fragrance: Drawable): Drawing {
  const strengths = strengthsOf(fragrance);
  const lead = fragrance.musicEssence[0];
  if (lead === undefined) return { ground: null, shapes: [] };

  const random = seededRandom(`drawing ${fragrance.musicEssence.join(' ')} ${fragrance.persistence.toFixed(3)}`);
  const wind = between(-1, 1, random);
  const bands = bandsOf(fragrance, strengths, wind, random);
  return {
    ground: octaveOf(lead),
    shapes: [
      ...sillage(fragrance, bands, wind),
      ...ground(fragrance, bands),
      ...rings(fragrance, bands),
      ...drops(fragrance, bands, wind, random),
    ],
  };
}

/** A text alternative for the drawing of a fragrance, for those who do not see it. */
export function drawingLabel(fragrance: Pick<Fragrance, 'name' | 'musicEssence'>): string {
  const sorted = [...fragrance.musicEssence].sort(byPitch);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return `Drawing of ${fragrance.name}`;
  if (lowest === highest)
    return `Drawing of ${fragrance.name}: one form in the colour of ${perfumeNoteOf(lowest).name}`;
  return `Drawing of ${fragrance.name}: a nested form, from ${perfumeNoteOf(lowest).name} at its edge to ${perfumeNoteOf(highest).name} at its heart`;
}

function bandsOf(fragrance: Drawable, strengths: Map<NoteCode, number>, wind: number, random: Random): Band[] {
  const ascending = [...strengths.keys()].sort(byPitch);
  const weight = (note: NoteCode): number => 0.45 + strengths.get(note)!;
  const total = ascending.reduce((sum, note) => sum + weight(note), 0);
  const outermost = 2750 + 400 * fragrance.intensity;
  const wobble = {
    lobes: 2 + Math.floor(random() * 3),
    phase: random() * 2 * Math.PI,
    amount: 0.015 + 0.05 * fragrance.complexity,
  };
  const lift = between(0.3, 0.5, random);
  const turn = random() * 2 * Math.PI;

  let inside = 0;
  return ascending.map((note) => {
    const radius = outermost * (1 - 0.86 * (inside / total));
    inside += weight(note);
    const midi = midiOf(note);
    const brightness = (midi - 12) / 107;
    const fifths = ((midi % 12) * 7) % 12;
    return {
      note,
      strength: strengths.get(note)!,
      form: {
        x: 5000 + wind * 0.16 * (outermost - radius),
        y: 5280 - lift * (outermost - radius),
        radius,
        lobes: 4 + Math.round(fifths / 2),
        phase: turn + (fifths * Math.PI) / 6,
        swell: 0.05 + 0.1 * Math.sin(Math.PI * Math.min(1, brightness * 1.15)) + 0.05 * brightness,
        sharpness: brightness,
        wobble,
      },
    };
  });
}

/** The nested body, outside in: inside each band the colour thins, so that every note keeps an edge of its own. */
function rings(fragrance: Drawable, bands: readonly Band[]): DrawingShape[] {
  const shapes: DrawingShape[] = [];
  bands.forEach(({ note, strength, form }, i) => {
    const next = bands[i + 1];
    const inner: Form = next?.form ?? { ...form, radius: form.radius * 0.1, y: form.y - form.radius * 0.25 };
    const steps = Math.max(2, Math.round((form.radius - inner.radius) / (270 - 130 * fragrance.intensity)));
    const outline = formAt(form);
    const innerOutline = formAt(inner);
    const family = octaveOf(note);
    const at = firstHeard(fragrance, note);
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const depth = 0.44 + 0.24 * fragrance.intensity + 0.08 * strength - 0.34 * t;
      shapes.push({
        role: 'layer',
        ...(at === undefined ? {} : { at }),
        path: closedCurve(interpolate(outline, innerOutline, t)),
        fill: { note, depth },
        // The edge where a note begins is drawn, so that pale and dark materials are told from the paper and from each other.
        ...(step === 0 ? { stroke: { note, depth: 'line' }, strokeWidth: 20 } : {}),
        opacity: family >= 6 ? 0.9 : 1,
      });
    }
  });
  return shapes;
}

/** Lines that leave the form: as many and as far as the fragrance lasts, drifting with the wind and rising. */
function sillage(fragrance: Drawable, bands: readonly Band[], wind: number): DrawingShape[] {
  const { form, note } = bands[0]!;
  const lines = 3 + Math.round(9 * fragrance.persistence);
  return Array.from({ length: lines }, (_, i) => {
    const reach = (i + 1) / lines;
    const distance = (600 + 1900 * fragrance.persistence) * reach ** 1.25;
    const around: Form = {
      ...form,
      radius: form.radius + distance,
      x: form.x + wind * distance * 0.3,
      y: form.y - distance * 0.22,
      swell: form.swell * (1 - 0.5 * reach),
    };
    return {
      role: 'sillage' as const,
      path: closedCurve(formAt(around)),
      stroke: { note: bands[i % bands.length]?.note ?? note, depth: 'line' },
      strokeWidth: Math.round(26 - 16 * reach),
      opacity: 0.75 * (1 - reach) ** 0.8 + 0.08,
    };
  });
}

/** Base notes weigh: the form casts a heavy, low shade, one layer a note. */
function ground(fragrance: Drawable, bands: readonly Band[]): DrawingShape[] {
  const { form } = bands[0]!;
  return tierNotes(bands, 'base')
    .map(({ note, strength }, i): DrawingShape => {
      const sink = 160 + 200 * i + 160 * strength;
      return {
        role: 'ground',
        path: closedCurve(formAt({ ...form, y: form.y + sink, radius: form.radius * (1.015 + 0.012 * i) })),
        fill: { note, depth: 0.3 + 0.2 * fragrance.intensity },
        opacity: 0.26,
      };
    })
    .reverse();
}

/** Top notes are light: drops that rise from the form and scatter, the stronger the more. */
function drops(fragrance: Drawable, bands: readonly Band[], wind: number, random: Random): DrawingShape[] {
  const outer = bands[0]!.form;
  return tierNotes(bands, 'top').flatMap(({ note, strength }) => {
    const count = 3 + Math.round(5 * strength + 5 * fragrance.complexity);
    return Array.from({ length: count }, (): DrawingShape => {
      const angle = -Math.PI / 2 + wind * 0.35 + between(-1.25, 1.25, random);
      const away = outer.radius * between(1.02, 1.5, random);
      const size = between(35, 150, random) * (0.6 + 0.5 * strength) * (1.7 - away / outer.radius / 1.5);
      const hollow = random() < 0.3;
      const path = closedCurve(
        ellipse(outer.x + Math.cos(angle) * away, outer.y - 300 + Math.sin(angle) * away, size, size),
      );
      const depth = between(0.35, 0.6, random);
      const edge = { note, depth: 'line' } as const;
      return hollow
        ? { role: 'accent', path, stroke: edge, strokeWidth: 22, opacity: 0.9 }
        : {
            role: 'accent',
            path,
            fill: { note, depth },
            stroke: edge,
            strokeWidth: 14,
            opacity: between(0.7, 1, random),
          };
    });
  });
}

function firstHeard({ trace }: Drawable, note: NoteCode): number | undefined {
  return trace?.notes.find((heard) => heard.note === note)?.onset;
}

function tierNotes(bands: readonly Band[], tier: Tier): Band[] {
  const notes = tiersOf(bands.map(({ note }) => note))[tier];
  return bands.filter(({ note }) => notes.includes(note));
}

function ellipse(x: number, y: number, rx: number, ry: number): [number, number][] {
  return Array.from({ length: 12 }, (_, i) => {
    const angle = (i / 12) * 2 * Math.PI;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
}
