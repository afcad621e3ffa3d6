/**
 * The drawing as it was before faces were drawn from melody, rhythm and character: nested forms, one a note. Kept to
 * compare with (`run.ts`); nothing of the app uses it.
 */
import type { Drawable, Drawing, DrawingShape } from '../../src/features/fragrance/domain/drawing/shapes.ts';
import { closedCurve, type Point } from '../../src/features/fragrance/domain/drawing/drawingForms.ts';
import { strengthsOf, tiersOf, type Tier } from '../../src/features/fragrance/domain/composition/fragrance.ts';
import { byPitch, midiOf, octaveOf, type NoteCode } from '../../src/core/pitch/pitch.ts';
import { between, seededRandom, type Random } from '../../src/core/values/random.ts';

interface Band {
  note: NoteCode;
  strength: number;
  form: Form;
}

/** The drawing of a fragrance. A fragrance without notes gives bare paper. */
export function drawPrevious(fragrance: Drawable): Drawing {
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
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const depth = 0.44 + 0.24 * fragrance.intensity + 0.08 * strength - 0.34 * t;
      shapes.push({
        role: 'layer',
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

/** The outline between two outlines with equally many points. */
function interpolate(from: readonly Point[], to: readonly Point[], t: number): Point[] {
  return from.map(([x, y], i) => [x + (to[i]![0] - x) * t, y + (to[i]![1] - y) * t]);
}

interface Form {
  x: number;
  y: number;
  radius: number;
  /** Lobes, petals or spikes around it. */
  lobes: number;
  /** Radians. */
  phase: number;
  /** How far the lobes swell, as a part of the radius. */
  swell: number;
  /** 0 is smooth like a pebble, 0.5 has petals with folds between them, 1 has points like frost. */
  sharpness: number;
  /** A slow irregularity that all forms of one drawing share, so that they nest. */
  wobble: { lobes: number; phase: number; amount: number };
}

/** Points around every form. */
const POINTS = 80;

/** The outline of a form. */
function formAt(form: Form): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const turn = form.lobes * (angle - form.phase);
    const pebble = Math.cos(turn);
    const petal = 2 * Math.abs(Math.cos(turn / 2)) ** 0.9 - 1;
    const frost = 1 - 2 * Math.abs(Math.sin(turn / 2)) ** 0.7;
    const s = form.sharpness * 2;
    const lobe = s < 1 ? mix(pebble, petal, s) : mix(petal, frost, s - 1);
    const uneven = form.wobble.amount * Math.cos(form.wobble.lobes * angle - form.wobble.phase);
    const r = form.radius * (1 + form.swell * lobe + uneven);
    return [form.x + r * Math.cos(angle), form.y + r * Math.sin(angle)];
  });
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}
