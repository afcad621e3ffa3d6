/**
 * The face of an accord. Two faces interlock: each turns its shared notes inwards and its own outwards, the petals of
 * both lie in turn over each other, their rings are linked, and the agate in the middle is made of the shared notes.
 * Three and more stand in a wreath around that agate.
 */
import { octaveOf, type NoteCode } from '../../../../core/pitch/pitch.ts';
import type { Point } from '../drawing/drawingForms.ts';
import { closedPoints } from '../drawing/drawingForms.ts';
import { drawFragrance } from '../drawing/drawing.ts';
import { sketchHeart } from '../drawing/face/heart.ts';
import { ringing, ringNote, sketchAccents, sketchGround, sketchSillage } from '../drawing/face/marks.ts';
import { petalsOf, sketchPetals } from '../drawing/face/petals.ts';
import { angleOf, planOf, type Plan } from '../drawing/face/plan.ts';
import { scoreOf, type Score, type Sounded } from '../drawing/face/score.ts';
import { fitted, type SketchedShape } from '../drawing/face/sketch.ts';
import { DRAWING_SIZE, type Drawing } from '../drawing/shapes.ts';
import type { Accord, AccordVoice } from './accord.ts';

const TURN = 2 * Math.PI;
/** Distance of a face from the middle of two; 1 is the tip of the longest petal. */
const APART = 0.64;
/** Direction of the second of two: up, so that the pair fills its square. */
const TILT = -Math.PI / 4;
/** Radius of the ring of a face: it reaches its neighbour's. */
const RING = 0.82;
/** Radius of the shared agate of two. */
const MIDDLE = 0.3;
/** With more voices than this, each is drawn with less detail and with this many petals at most. */
const CROWD = 4;
const CROWD_PETALS = 10;
/** Parts of the turn that the own notes of a voice take, where it has shared ones too. */
const OWN_LEAST = 0.4;
const OWN_MOST = 0.72;

/** Draws an accord; one voice alone has its own face. */
export function drawAccord({ voices, shared, common }: Accord): Drawing {
  if (voices.length === 1) return drawFragrance(voices[0]!.voice);
  const places = voices.map((_, i) => placeOf(i, voices.length));
  const faces = voices.map((voice, i) => faceOf(voice, shared, places[i]!, voices.length > CROWD));
  const middle = common.length > 0 ? common : shared;
  const shapes = [
    ...faces.flatMap(({ behind }) => behind),
    ...linkedRings(faces.map(({ ring }, i) => ({ note: ring, place: places[i]! }))),
    ...woven(faces.map(({ petals }) => petals)),
    ...faces.flatMap(({ heart }) => heart),
    ...agateOf(voices, middle, places[0]!.distance),
  ];
  const lead = middle[Math.floor(middle.length / 2)] ?? voices[0]!.voice.musicEssence[0]!;
  return { ground: octaveOf(lead), shapes: fitted(shapes, DRAWING_SIZE, 'tight') };
}

interface Place {
  /** Direction from the middle, radians. */
  angle: number;
  distance: number;
}

function placeOf(index: number, count: number): Place {
  if (count === 2) return { angle: TILT + (index === 0 ? Math.PI : 0), distance: APART };
  return { angle: -TURN / 4 + (index / count) * TURN, distance: APART / Math.sin(Math.PI / count) };
}

/** The point of a face as a point of the accord. */
function moved([x, y]: Point, { angle, distance }: Place, turned: number): Point {
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  return [distance * Math.cos(angle) + x * cos - y * sin, distance * Math.sin(angle) + x * sin + y * cos];
}

interface PlacedFace {
  behind: SketchedShape[];
  /** What is drawn of each petal, after its wash. */
  petals: SketchedShape[][];
  heart: SketchedShape[];
  ring: NoteCode;
}

function faceOf({ voice, own }: AccordVoice, shared: readonly NoteCode[], place: Place, plain: boolean): PlacedFace {
  const { score, middle } = turnedOut(plain ? thinned(scoreOf(voice)!) : scoreOf(voice)!, shared);
  const plan = planOf(score);
  // The middle of the own notes points away from the others.
  const turned = place.angle - angleOf(plan, middle);
  const put = (shapes: SketchedShape[]): SketchedShape[] =>
    shapes.map((shape) => ({ ...shape, points: shape.points.map((point) => moved(point, place, turned)) }));
  const flames = new Map(voice.accents?.map((accent) => [accent.of, { note: accent.note, ring: ringing(accent) }]));
  const petals = put(sketchPetals(plan, flames));
  const count = petalsOf(plan).length;
  const each = Math.round((petals.length - count) / count);
  const heartNotes = own.length > 0 ? own : [...score.shares.keys()];
  return {
    behind: [
      ...put(sketchGround(plan)),
      ...(plain ? [] : put(sketchSillage(plan, voice.persistence))),
      ...(plain ? [] : put(sketchAccents(plan, voice))),
      ...(plain ? [] : petals.slice(0, count)),
    ],
    petals: Array.from({ length: count }, (_, i) =>
      petals.slice(count + i * each, count + (i + 1) * each).filter(({ open }) => !plain || open !== true),
    ),
    heart: put(sketchHeart({ ...plan, score: { ...score, shares: sharesOf(score, heartNotes) } }, voice.complexity)),
    ring: ringNote({ ...voice, musicEssence: heartNotes }),
  };
}

/** The shares of some notes; their sum is 1. */
function sharesOf({ shares }: Pick<Score, 'shares'>, notes: readonly NoteCode[]): Map<NoteCode, number> {
  const kept = notes.map((note): [NoteCode, number] => [note, shares.get(note) ?? 0]);
  const total = kept.reduce((sum, [, share]) => sum + share, 0);
  return new Map(kept.map(([note, share]) => [note, total > 0 ? share / total : 1 / kept.length]));
}

/** The score with its longest and loudest notes only. */
function thinned(score: Score): Score {
  const weight = ({ from, to, loud }: Sounded): number => (to - from) * (0.2 + loud);
  const kept = new Set([...score.events].sort((a, b) => weight(b) - weight(a)).slice(0, CROWD_PETALS));
  return { ...score, events: score.events.filter((event) => kept.has(event)) };
}

/**
 * The score with its own notes first, in the order of the melody, and the shared ones opposite of them; and the middle
 * of the own ones, as a part of the turn.
 */
function turnedOut(score: Score, shared: readonly NoteCode[]): { score: Score; middle: number } {
  const isShared = ({ note }: Sounded): boolean => shared.includes(note);
  const own = score.events.filter((event) => !isShared(event));
  const common = score.events.filter(isShared);
  const length = (events: readonly Sounded[]): number => events.reduce((sum, { from, to }) => sum + to - from, 0);
  const part = length(own) / Math.max(1e-6, length(score.events));
  const outer = common.length === 0 ? 1 : own.length === 0 ? 0 : Math.min(OWN_MOST, Math.max(OWN_LEAST, part));
  return {
    score: { ...score, events: [...laid(own, 0, outer), ...laid(common, outer, 1)] },
    middle: own.length === 0 ? 0 : outer / 2,
  };
}

/** Events one after the other between two parts of the turn, as wide as they are long. */
function laid(events: readonly Sounded[], from: number, to: number): Sounded[] {
  const lengths = events.map((event) => Math.max(0.01, event.to - event.from));
  const scale = (to - from) / lengths.reduce((sum, length) => sum + length, 0);
  let at = from;
  return events.map((event, i) => {
    const begin = at;
    at += lengths[i]! * scale;
    return { ...event, from: begin, to: begin + (at - begin) * 0.94 };
  });
}

/** The petals of all faces, in turn, so that each lies over one of its neighbour and under another. */
function woven(faces: readonly SketchedShape[][][]): SketchedShape[] {
  const most = Math.max(...faces.map((petals) => petals.length));
  return Array.from({ length: most }, (_, i) => faces.flatMap((petals) => petals[i] ?? [])).flat();
}

/** A ring around each face, over its neighbour's on one side and under it on the other, like the links of a chain. */
function linkedRings(rings: readonly { note: NoteCode; place: Place }[]): SketchedShape[] {
  const whole = rings.flatMap(({ note, place }) => ringOf(note, circleAround(place)));
  // The side of each ring that turns to its next neighbour is drawn again, above.
  const above = rings.flatMap(({ note, place }, i) => {
    if (rings.length === 2 && i === 1) return [];
    const next = rings[(i + 1) % rings.length]!.place;
    const [x, y] = moved([0, 0], place, 0);
    const [nextX, nextY] = moved([0, 0], next, 0);
    const towards = Math.atan2(nextY - y, nextX - x);
    const arc = Array.from({ length: 12 }, (_, step): Point => {
      const angle = towards - 1.05 + (step / 11) * 1.02;
      return [x + RING * Math.cos(angle), y + RING * Math.sin(angle)];
    });
    return ringOf(note, arc, true);
  });
  return [...whole, ...above];
}

function circleAround(place: Place): Point[] {
  const [x, y] = moved([0, 0], place, 0);
  return closedPoints(() => RING, 44, x, y);
}

function ringOf(note: NoteCode, points: Point[], open = false): SketchedShape[] {
  return [
    { role: 'ring', points, open, stroke: { note, depth: 'line' }, strokeWidth: 0.036, opacity: 1 },
    { role: 'ring', points, open, stroke: { note, depth: 0.5 }, strokeWidth: 0.028, opacity: 1 },
  ];
}

/** The agate of the shared notes in the middle; the wider the wreath, the larger. Nothing without shared notes. */
function agateOf(voices: readonly AccordVoice[], notes: readonly NoteCode[], distance: number): SketchedShape[] {
  if (notes.length === 0) return [];
  const scores = voices.map(({ voice }) => scoreOf(voice)!);
  const weights = new Map(
    notes.map((note) => [note, scores.reduce((sum, { shares }) => sum + (shares.get(note) ?? 0), 0)]),
  );
  const [first] = scores as [Score];
  const axes = { ...first.axes };
  for (const axis of Object.keys(axes) as (keyof Score['axes'])[])
    axes[axis] = scores.reduce((sum, score) => sum + score.axes[axis], 0) / scores.length;
  const sung = scores.flatMap(({ events }) => events.filter(({ note }) => notes.includes(note)));
  const events = sung.length > 0 ? sung : scores.flatMap((score) => score.events);
  const score: Score = {
    lead: notes[0]!,
    axes,
    shares: sharesOf({ shares: weights }, notes),
    events: laid(events, 0, 1),
  };
  const radius = voices.length === 2 ? MIDDLE : Math.max(MIDDLE, (distance - RING) * 0.8);
  const plan: Plan = { ...planOf(score), heart: radius };
  return sketchHeart(plan, 0.6);
}
