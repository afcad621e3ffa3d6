import { ref } from 'valtio';
import {
  clearBeat,
  withBars,
  withBpm,
  withLevel,
  withMuteToggled,
  withNoteToggled,
  withPattern,
  withRows,
  withShown,
  withSoloToggled,
  withSwing,
  withExample,
} from '#features/instruments/domain/beat/beatChanges.ts';
import {
  FULL_STRENGTH,
  INITIAL_BEAT,
  isBlank,
  levelAt,
  PATTERN_NAMES,
  sameBeat,
  shownPattern,
  type Beat,
} from '#features/instruments/domain/beat/beat.ts';
import { decodeBeat, encodeBeat } from '#features/instruments/domain/beat/beatLink.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { beatDraft, readBeatDraft } from '#features/instruments/domain/schema/beat.ts';
import { localStore } from '#core/storage/localStore.ts';
import { beatMaker } from './beatMaker.ts';
import { preview, updatePlayer } from './playBeat.ts';
import { notify } from '#core/appState/notices.ts';

/**
 * Unlimited undo and redo for values that are replaced whole. A gesture (a drag over pads, a slider) is one step.
 */
export class UndoHistory<T> {
  readonly #same: (a: T, b: T) => boolean;
  readonly #past: T[] = [];
  #future: T[] = [];
  /** The value before the current gesture. */
  #gesture: { before: T } | null = null;

  constructor(same: (a: T, b: T) => boolean = Object.is) {
    this.#same = same;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Records that the value is about to change from `before`. */
  recordChange(before: T): void {
    if (this.#gesture !== null) return;
    this.#push(before);
  }

  /** Starts a gesture: all changes until `endGesture` are one step. */
  beginGesture(before: T): void {
    this.#gesture ??= { before };
  }

  /** @param after the value now; a gesture without a change adds no step */
  endGesture(after: T): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture !== null && !this.#same(gesture.before, after)) this.#push(gesture.before);
  }

  /** The value to return to from `now`, or null. */
  undo(now: T): T | null {
    const before = this.#past.pop();
    if (before === undefined) return null;
    this.#future.push(now);
    return before;
  }

  /** The value to redo from `now`, or null. */
  redo(now: T): T | null {
    const after = this.#future.pop();
    if (after === undefined) return null;
    this.#past.push(now);
    return after;
  }

  forget(): void {
    this.#past.length = 0;
    this.#future = [];
    this.#gesture = null;
  }

  #push(before: T): void {
    this.#past.push(before);
    this.#future = [];
  }
}

/** Local key of the draft. */
export const BEAT_KEY = 'accord:beat';
/** The beat's name in the address. */
export const BEAT_PARAMETER = 'beat';

const history = new UndoHistory<Beat>(sameBeat);
/** True while an unchanged linked beat is shown: the visitor's own beat stays the stored one. */
let isVisiting = false;

/** Shows the beat of the address, else the stored one, else the initial one. */
export function openBeat(parameter: string | null): void {
  const draft = readBeatDraft(localStore.read(BEAT_KEY));
  const linked = decodeBeat(parameter);
  if (parameter && linked === null)
    notify({
      kind: 'error',
      title: 'This link holds no beat',
      description: 'It may be cut off, or made by a newer version. Your own beat is on the grid.',
      key: 'beat',
    });
  // A link leaves out hidden parts; the draft of the same beat has them.
  const isOwn = linked === null || (draft !== null && encodeBeat(draft) === encodeBeat(linked));
  const next = isOwn ? (draft ?? INITIAL_BEAT) : linked;
  if (sameBeat(next, beatMaker.beat)) return;
  history.forget();
  isVisiting = !isOwn;
  // Keep the visitor's beat as the previous undo step.
  if (!isOwn && draft !== null && !isBlank(draft)) history.recordChange(draft);
  show(next);
}

/** Encodes the beat for a link. */
export function beatParameter(beat: Beat): string {
  return encodeBeat(beat);
}

/** Sets the strength of a pad, in eighths (0 removes it). While nothing plays, sounds the pad. */
export function setLevel(note: NoteCode, column: number, level: number): void {
  if (levelAt(beatMaker.beat, note, column) === level) return;
  change(withLevel(beatMaker.beat, note, column, level));
  if (level > 0 && !beatMaker.playing) void preview(note, level / FULL_STRENGTH);
}

/** Starts a gesture: all changes until `endGesture` are one undo step. */
export function beginGesture(): void {
  history.beginGesture(beatMaker.beat);
}

export function endGesture(): void {
  history.endGesture(beatMaker.beat);
  announceHistory();
}

export const setBpm = (bpm: number): void => change(withBpm(beatMaker.beat, bpm));
export const setRows = (rows: number): void => change(withRows(beatMaker.beat, rows));
export const setSwing = (swing: number): void => change(withSwing(beatMaker.beat, swing));

/** Sets the bars of the shown pattern, 1 to 4. */
export const setBars = (bars: number): void => change(withBars(beatMaker.beat, bars));

export const toggleNote = (note: NoteCode): void => change(withNoteToggled(beatMaker.beat, note));
export const toggleMute = (note: NoteCode): void => change(withMuteToggled(beatMaker.beat, note));
export const toggleSolo = (note: NoteCode): void => change(withSoloToggled(beatMaker.beat, note));

/** Shows another pattern, 0 to 3. This is not an undo step: Undo reverts the last change in any pattern. */
export function showPattern(shown: number): void {
  if (shown !== beatMaker.beat.shown) show(withShown(beatMaker.beat, shown));
}

/** Copies the shown pattern. */
export function copyPattern(): void {
  const name = PATTERN_NAMES[beatMaker.beat.shown]!;
  beatMaker.copied = { name, pattern: ref(shownPattern(beatMaker.beat)) };
  notify({
    kind: 'success',
    title: `Pattern ${name} copied`,
    description: 'Choose another pattern and press Paste.',
    key: 'beat',
  });
}

/** Replaces the shown pattern by the copied one. */
export function pastePattern(): void {
  if (beatMaker.copied !== null) change(withPattern(beatMaker.beat, beatMaker.copied.pattern));
}

/** Shows an example beat. */
export function showExample(): void {
  change(withExample(beatMaker.beat));
}

export function clearGrid(): void {
  change(clearBeat(beatMaker.beat));
  notify({
    kind: 'success',
    title: 'Grid Cleared',
    description: 'All beat pads have been reset.',
    pageShowsRest: true,
    key: 'beat',
  });
}

export function undo(): void {
  const before = history.undo(beatMaker.beat);
  if (before === null) return;
  isVisiting = false;
  show(before);
}

export function redo(): void {
  const after = history.redo(beatMaker.beat);
  if (after !== null) show(after);
}

/** Changes the beat; one step of undo. */
export function change(beat: Beat): void {
  if (sameBeat(beat, beatMaker.beat)) return;
  history.recordChange(beatMaker.beat);
  isVisiting = false;
  show(beat);
}

function show(beat: Beat): void {
  beatMaker.beat = ref(beat);
  updatePlayer(beat);
  if (!isVisiting) localStore.keep(BEAT_KEY, beatDraft(beat));
  announceHistory();
}

function announceHistory(): void {
  beatMaker.canUndo = history.canUndo;
  beatMaker.canRedo = history.canRedo;
}
