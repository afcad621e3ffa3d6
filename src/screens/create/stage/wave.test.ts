import { describe, expect, test } from 'vitest';
import { noteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import { LIGHT_PALETTE } from '#features/fragrance/domain/drawing/palette.ts';
import { axisColor, BAR_STEP, drawRest, type WaveContext } from './restWave.ts';
import { COLUMNS_PER_BAR, drawLive, drawWhole, WaveHistory, type WaveBar } from './wave.ts';

const tone = (peak: number, midi: number | null, count: number): WaveBar[] =>
  Array.from({ length: count }, () => ({ peak, midi }));

interface Painted {
  x: number;
  h: number;
  color: string;
}

function painter(): { context: WaveContext; bars: Painted[] } {
  const bars: Painted[] = [];
  const context: WaveContext = {
    fillStyle: '',
    globalAlpha: 1,
    clearRect: () => bars.splice(0),
    beginPath() {},
    fill() {},
    roundRect(x: number, _y: number, _w: number, h: number) {
      bars.push({ x, h, color: String(this.fillStyle) });
    },
  };
  return { context, bars };
}

const FAMILY_COLORS = LIGHT_PALETTE.families.map(({ fill }) => fill);
const frame = { width: 60 * BAR_STEP, height: 150, palette: LIGHT_PALETTE };

describe('WaveHistory', () => {
  test('joins columns in fives and takes the pitch of the loudest voiced one', () => {
    const history = new WaveHistory();
    history.push([...tone(0.2, 60, 2), { peak: 0.9, midi: 69 }, { peak: 0.95, midi: null }, { peak: 0.1, midi: 60 }]);
    expect(history.bars).toEqual([{ peak: 0.95, midi: 69 }]);
  });

  test('is the same for columns in pieces and at once', () => {
    const columns = Array.from({ length: 203 }, (_, i) => ({
      peak: (i % 17) / 17,
      midi: i % 3 === 0 ? null : 60 + (i % 12),
    }));
    const whole = new WaveHistory();
    whole.push(columns);
    const pieces = new WaveHistory();
    for (let i = 0; i < columns.length; i += 7) pieces.push(columns.slice(i, i + 7));
    expect(pieces.bars).toEqual(whole.bars);
    expect(pieces.columns).toBe(203);
  });

  test('follows a sliding window without taking a column twice', () => {
    const columns = Array.from({ length: 90 }, (_, i) => ({ peak: i / 90, midi: 60 }));
    const whole = new WaveHistory();
    whole.push(columns);
    const following = new WaveHistory();
    for (let end = 0; end <= columns.length; end += 9) following.follow(columns.slice(Math.max(0, end - 30), end));
    expect(following.columns).toBe(90);
    expect(following.bars).toEqual(whole.bars);
    following.follow([]);
    expect(following.bars).toEqual([]);
  });

  test('returns an overview with the loudest sound', () => {
    const history = new WaveHistory();
    history.push(tone(0.1, 60, 500));
    history.push(tone(0.8, 72, COLUMNS_PER_BAR));
    history.push(tone(0.1, 60, 500));
    const overview = history.overview(20);
    expect(overview).toHaveLength(20);
    expect(Math.max(...overview.map(({ peak }) => peak))).toBe(0.8);
  });
});

describe('the picture of the waveform', () => {
  test('shows the axis from the darkest family to the brightest at rest', () => {
    const { context, bars } = painter();
    drawRest(context, frame, FAMILY_COLORS, 0);
    expect(bars).toHaveLength(60);
    expect(bars[0]!.color).toBe(axisColor(FAMILY_COLORS, 0));
    expect(bars.at(-1)!.color).toBe(axisColor(FAMILY_COLORS, 1));
    expect(axisColor(FAMILY_COLORS, 0.5)).toBe(`color-mix(in oklab, ${FAMILY_COLORS[4]}, ${FAMILY_COLORS[5]} 0%)`);
    expect(axisColor(FAMILY_COLORS, 1)).toContain(`${FAMILY_COLORS[8]} 100%`);
  });

  test('keeps the newest at the right edge while recording, and colours it by its pitch', () => {
    const { context, bars } = painter();
    const history = new WaveHistory();
    history.push([...tone(0.5, null, 10), ...tone(0.5, 65, 10)]);
    drawLive(context, frame, history, false);
    const newest = bars.reduce((a, b) => (b.x > a.x ? b : a));
    expect(newest.x).toBe(frame.width - BAR_STEP);
    expect(newest.color).not.toBe(LIGHT_PALETTE.line);
    expect(bars.find(({ x }) => x === frame.width - 4 * BAR_STEP)!.color).toBe(LIGHT_PALETTE.line);
  });

  test('has the colours of the notes', () => {
    const history = new WaveHistory();
    history.push(tone(0.5, 68, 10 * COLUMNS_PER_BAR));
    const { context, bars } = painter();
    drawWhole(context, frame, history);
    expect(new Set(bars.map(({ color }) => color))).toEqual(new Set([noteColors('G#4', 'light').line]));
  });

  test('never moves drawn columns when it is paged', () => {
    const { context, bars } = painter();
    const history = new WaveHistory();
    history.push(tone(0.5, 60, 10 * COLUMNS_PER_BAR));
    drawLive(context, frame, history, true);
    const before = bars.map(({ x }) => x);
    history.push(tone(0.5, 62, 3));
    drawLive(context, frame, history, true);
    expect(bars.map(({ x }) => x)).toEqual(before);
  });

  test('fills the sheet after the recording, however short it was', () => {
    const { context, bars } = painter();
    const history = new WaveHistory();
    history.push(tone(0.5, 60, 4 * COLUMNS_PER_BAR));
    drawWhole(context, frame, history);
    expect(bars).toHaveLength(60);
    expect(new Set(bars.map(({ h }) => h)).size).toBe(1);
  });

  test('shows the part that has not played yet paler', () => {
    const alphas: number[] = [];
    const { context } = painter();
    context.fill = () => alphas.push(context.globalAlpha);
    const history = new WaveHistory();
    history.push(tone(0.5, 60, 4 * COLUMNS_PER_BAR));
    drawWhole(context, frame, history, 0.5);
    expect(alphas.slice(0, 30).every((alpha) => alpha === 1)).toBe(true);
    expect(alphas.slice(30).every((alpha) => alpha < 0.5)).toBe(true);
  });

  test('stays inside the canvas for any loudness', () => {
    const { context, bars } = painter();
    const history = new WaveHistory();
    history.push([...tone(7, 60, 5), ...tone(-1, 60, 5), ...tone(0, null, 5)]);
    drawWhole(context, frame, history);
    for (const { h } of bars) {
      expect(h).toBeGreaterThan(0);
      expect(h).toBeLessThanOrEqual(150);
    }
  });
});
