import { proxy, ref } from 'valtio';
import type { BeatLed, BeatPlayer } from '../../audio/sound/beatPlayer.ts';
import type { Instrument } from '../../audio/sound/engine.ts';
import {
  cleared,
  FULL,
  INITIAL_BEAT,
  isBlank,
  levelAt,
  PAD_LENGTH,
  PATTERN_NAMES,
  sameBeat,
  shownPattern,
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
  type Beat,
  type Pattern,
} from '../../domain/beat/beat.ts';
import { withExample } from '../../domain/beat/beatExample.ts';
import { decodeBeat, encodeBeat } from '../../domain/beat/beatLink.ts';
import { fragranceOfBeat } from '../../domain/beat/beatFragrance.ts';
import { midiOf, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { beatDraft, readBeatDraft } from '../../domain/schema/beat.ts';
import { localStore } from '../../../../core/storage/localStore.ts';
import { enterInDiary } from '../../../diary/state/entries/index.ts';
import { setCurrentFragrance, withParent } from '../../../fragrance/state/index.ts';
import { History } from './history.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine, warmEngine } from '../playback/soundEngine.ts';
import { LatestTask } from '../../../../core/lifetime/scope.ts';

/** Local key of the draft. */
export const BEAT_KEY = 'accord:beat';
/** The beat's name in the address. */
export const BEAT_PARAMETER = 'beat';

export const beatMaker = proxy<{
  /** Replaced whole, never mutated. */
  beat: Beat;
  playing: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** The pattern for Paste; null before the first Copy. */
  copied: { name: string; pattern: Pattern } | null;
}>({ beat: ref(INITIAL_BEAT), playing: false, canUndo: false, canRedo: false, copied: null });

const history = new History<Beat>(sameBeat);
/** True while an unchanged linked beat is shown: the visitor's own beat stays the stored one. */
let visiting = false;
let player: BeatPlayer | null = null;
let playedOn: Instrument | null = null;
let makeLed: ((engine: Instrument) => BeatLed) | null = null;
/** The newest start; an older one is dropped while the sound opens. */
const latest = new LatestTask();

/** Shows the beat of the address, else the stored one, else the initial one. */
export function openBeat(parameter: string | null): void {
  const kept = readBeatDraft(localStore.read(BEAT_KEY));
  const linked = decodeBeat(parameter);
  if (parameter && linked === null)
    notify({
      kind: 'error',
      title: 'This link holds no beat',
      description: 'It may be cut off, or made by a newer version. Your own beat is on the grid.',
      key: 'beat',
    });
  // A link leaves out hidden parts; the draft of the same beat has them.
  const isOwn = linked === null || (kept !== null && encodeBeat(kept) === encodeBeat(linked));
  const next = isOwn ? (kept ?? INITIAL_BEAT) : linked;
  if (sameBeat(next, beatMaker.beat)) return;
  history.forget();
  visiting = !isOwn;
  // Keep the visitor's beat as the previous undo step.
  if (!isOwn && kept !== null && !isBlank(kept)) history.changing(kept);
  show(next);
}

/** Call it when the screen opens: fetches the engine's code. Returns a function that stops the beat. */
export function enterBeatMaker(): () => void {
  // Without a connection, pressing Play shows the error.
  warmEngine().catch(() => undefined);
  return stopBeat;
}

/** Encodes the beat for a link. */
export function beatParameter(beat: Beat): string {
  return encodeBeat(beat);
}

/** Sets the strength of a pad, in eighths (0 removes it). While nothing plays, sounds the pad. */
export function setLevel(note: NoteCode, column: number, level: number): void {
  if (levelAt(beatMaker.beat, note, column) === level) return;
  change(withLevel(beatMaker.beat, note, column, level));
  if (level > 0 && !beatMaker.playing) void preview(note, level / FULL);
}

/** Starts a gesture: all changes until `endGesture` are one undo step. */
export function beginGesture(): void {
  history.beginGesture(beatMaker.beat);
}

export function endGesture(): void {
  history.endGesture(beatMaker.beat);
  tellHistory();
}

export function setBpm(bpm: number): void {
  change(withBpm(beatMaker.beat, bpm));
}

export function setRows(rows: number): void {
  change(withRows(beatMaker.beat, rows));
}

export function setSwing(swing: number): void {
  change(withSwing(beatMaker.beat, swing));
}

/** Sets the bars of the shown pattern, 1 to 4. */
export function setBars(bars: number): void {
  change(withBars(beatMaker.beat, bars));
}

export function toggleNote(note: NoteCode): void {
  change(withNoteToggled(beatMaker.beat, note));
}

export function toggleMute(note: NoteCode): void {
  change(withMuteToggled(beatMaker.beat, note));
}

export function toggleSolo(note: NoteCode): void {
  change(withSoloToggled(beatMaker.beat, note));
}

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
  change(cleared(beatMaker.beat));
  notify({ kind: 'success', title: 'Grid Cleared', description: 'All beat pads have been reset.', key: 'beat' });
}

export function undo(): void {
  const before = history.undo(beatMaker.beat);
  if (before === null) return;
  visiting = false;
  show(before);
}

export function redo(): void {
  const after = history.redo(beatMaker.beat);
  if (after !== null) show(after);
}

/** Starts the beat from its first column, or stops it. */
export async function togglePlay(): Promise<void> {
  if (beatMaker.playing) {
    stopBeat();
    return;
  }
  await begin((beats) => void beats.start());
}

/**
 * Starts the beat on an external clock (MIDI), whose steps arrive through `placeStep`; also while it plays.
 */
export async function followClock(): Promise<void> {
  player?.stop();
  await begin((beats) => beats.follow());
}

/** Plays a step of the external clock. @param time when it is heard, on the engine's clock, s */
export function placeStep(step: number, time: number, bpm: number): void {
  if (beatMaker.playing) player?.place(step, time, bpm);
}

/** Sets the MIDI devices that follow the beat; null for none. */
export function setMidiFollower(make: typeof makeLed): void {
  makeLed = make;
  if (player === null) return;
  player.led?.onStop();
  player.led = playedOn === null ? null : (make?.(playedOn) ?? null);
}

async function begin(start: (beats: BeatPlayer) => void): Promise<void> {
  stopPlaying();
  const signal = latest.begin();
  beatMaker.playing = true;
  const engine = await openEngine();
  const parts = await Promise.all([engine?.tone(), import('../../audio/sound/beatPlayer.ts')]).catch(() => null);
  if (signal.aborted) return;
  const [tone, module] = parts ?? [];
  if (engine === null || tone === undefined || module === undefined) {
    beatMaker.playing = false;
    if (parts === null)
      notify({
        kind: 'error',
        title: 'The player could not be loaded',
        description: 'Check your connection and try again.',
        key: 'beat',
      });
    return;
  }
  if (player === null || playedOn !== engine) {
    player = new module.BeatPlayer(tone, engine.voices, beatMaker.beat);
    player.led = makeLed?.(engine) ?? null;
  }
  playedOn = engine;
  player.setBeat(beatMaker.beat);
  start(player);
}

export function stopBeat(): void {
  latest.abort();
  player?.stop();
  beatMaker.playing = false;
}

/** The audible column, or -1; read it per frame. */
export function playingColumn(): number {
  return player === null || playedOn === null || !beatMaker.playing ? -1 : player.columnAt(playedOn.audibleTime());
}

/**
 * Makes the selected notes the current fragrance, the most frequent and loudest first.
 * @returns false (and shows a notice) when none is selected
 */
export function createFromBeat(): boolean {
  const made = fragranceOfBeat(beatMaker.beat, new Date());
  if (made === null) {
    notify({
      kind: 'error',
      title: 'No notes selected',
      description: 'Please select at least one note to create a fragrance.',
      key: 'beat',
    });
    return false;
  }
  stopBeat();
  const fragrance = withParent(made);
  const kept = setCurrentFragrance(fragrance);
  enterInDiary(fragrance);
  // A full device was already reported: show no success.
  if (kept !== 'not kept')
    notify({
      kind: 'success',
      title: 'Fragrance Created',
      description: `Created a unique fragrance with ${fragrance.musicEssence.length} notes.`,
      key: 'beat',
    });
  return true;
}

/** Plays a note once. */
export async function preview(note: NoteCode, velocity = 1): Promise<void> {
  const engine = engineNow() ?? (await openEngine());
  engine?.voices.start({ midi: midiOf(note), velocity, length: PAD_LENGTH, source: 'preview' });
}

/** Changes the beat; one step of undo. */
export function change(beat: Beat): void {
  if (sameBeat(beat, beatMaker.beat)) return;
  history.changing(beatMaker.beat);
  visiting = false;
  show(beat);
}

function show(beat: Beat): void {
  beatMaker.beat = ref(beat);
  player?.setBeat(beat);
  if (!visiting) localStore.keep(BEAT_KEY, beatDraft(beat));
  tellHistory();
}

function tellHistory(): void {
  beatMaker.canUndo = history.canUndo;
  beatMaker.canRedo = history.canRedo;
}
