import { proxy, ref } from 'valtio';
import type { BeatPlayer } from '../../audio/instrument/beatPlayer.ts';
import type { Instrument } from '../../audio/instrument/engine.ts';
import { MAX_MIDI_BYTES } from '../../audio/instrument/midiLimits.ts';
import {
  cleared,
  decodeBeat,
  encodeBeat,
  hitsOf,
  INITIAL_BEAT,
  isOn,
  PAD_LENGTH,
  samePattern,
  selectedNotes,
  withBpm,
  withNoteToggled,
  withPad,
  withRows,
  withSwing,
  type BeatImport,
  type BeatPattern,
} from '../../domain/pitch/beat.ts';
import { isCoded } from '../../domain/errors.ts';
import { proportionsOfBeat } from '../../domain/colour/proportions.ts';
import { fragranceFromBeat } from '../../domain/fragrance/fragrance.ts';
import { midiOf, type NoteCode } from '../../domain/pitch/pitch.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { setCurrentFragrance } from '../fragrance/fragrance.ts';
import { History } from './history.ts';
import { notify } from '../shell/notices.ts';
import { stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine, warmEngine } from '../playback/soundEngine.ts';
import { LatestTask } from '../../platform/lifetime/scope.ts';

/** Local key of the pattern. */
export const BEAT_KEY = 'accord:beat';
/** The pattern's name in the address. */
export const BEAT_PARAMETER = 'beat';

export const beat = proxy<{
  /** Replaced whole, never changed in place. */
  pattern: BeatPattern;
  playing: boolean;
  canUndo: boolean;
  canRedo: boolean;
}>({ pattern: ref(INITIAL_BEAT), playing: false, canUndo: false, canRedo: false });

const history = new History<BeatPattern>();
let player: BeatPlayer | null = null;
let playedOn: Instrument | null = null;
/** The newest start: one that was overtaken while the sound opened is dropped. */
const latest = new LatestTask();

/** Shows the pattern of the address, else the one that was kept, else the initial one. */
export function openBeat(parameter: string | null): void {
  const kept = localStore.read(BEAT_KEY);
  const pattern = decodeBeat(parameter) ?? decodeBeat(typeof kept === 'string' ? kept : null) ?? INITIAL_BEAT;
  if (samePattern(pattern, beat.pattern)) return;
  history.forget();
  show(pattern);
}

/** The screen is shown: the engine's code is fetched. Returns a function that stops the beat. */
export function enterBeatMaker(): () => void {
  // Without a connection the press on Play says so.
  warmEngine().catch(() => undefined);
  return stopBeat;
}

/** The pattern as it stands in a link. */
export function beatParameter(pattern: BeatPattern): string {
  return encodeBeat(pattern);
}

/** Sets a pad; one that is set while nothing plays sounds at once. */
export function setPad(note: NoteCode, column: number, on: boolean): void {
  if (isOn(beat.pattern, note, column) === on) return;
  change(withPad(beat.pattern, note, column, on));
  if (on && !beat.playing) void preview(note);
}

/** From here to `endGesture` all changes are one step of undo. */
export function beginGesture(): void {
  history.beginGesture(beat.pattern);
}

export function endGesture(): void {
  history.endGesture(beat.pattern);
  tellHistory();
}

export function setBpm(bpm: number): void {
  change(withBpm(beat.pattern, bpm));
}

export function setRows(rows: number): void {
  change(withRows(beat.pattern, rows));
}

export function setSwing(swing: number): void {
  change(withSwing(beat.pattern, swing));
}

export function toggleNote(note: NoteCode): void {
  change(withNoteToggled(beat.pattern, note));
}

export function clearGrid(): void {
  change(cleared(beat.pattern));
  notify({ kind: 'success', title: 'Grid Cleared', description: 'All beat pads have been reset.', key: 'beat' });
}

export function undo(): void {
  const before = history.undo(beat.pattern);
  if (before !== null) show(before);
}

export function redo(): void {
  const after = history.redo(beat.pattern);
  if (after !== null) show(after);
}

/** Starts the beat from its first column, or stops it. */
export async function togglePlay(): Promise<void> {
  if (beat.playing) {
    stopBeat();
    return;
  }
  stopPlaying();
  const signal = latest.begin();
  beat.playing = true;
  const [engine, module] = await Promise.all([openEngine(), import('../../audio/instrument/beatPlayer.ts')]);
  if (signal.aborted) return;
  if (engine === null) {
    beat.playing = false;
    return;
  }
  if (player === null || playedOn !== engine) player = new module.BeatPlayer(engine.tone, engine.voices, beat.pattern);
  playedOn = engine;
  player.setPattern(beat.pattern);
  player.start();
}

export function stopBeat(): void {
  latest.abort();
  player?.stop();
  beat.playing = false;
}

/** The column that can be heard right now, or -1; read it per frame. */
export function playingColumn(): number {
  return player === null || playedOn === null || !beat.playing ? -1 : player.columnAt(playedOn.audibleTime());
}

/** Makes the selected notes the current fragrance, most hit first. @returns false (and says so) when none is selected */
export function createFromBeat(): boolean {
  const hits = hitsOf(beat.pattern);
  const hitsOn = (note: NoteCode): number => hits.filter((hit) => hit.note === note).length;
  const notes = selectedNotes(beat.pattern).sort((a, b) => hitsOn(b) - hitsOn(a));
  if (notes.length === 0) {
    notify({
      kind: 'error',
      title: 'No notes selected',
      description: 'Please select at least one note to create a fragrance.',
      key: 'beat',
    });
    return false;
  }
  stopBeat();
  const blend = hits.length > 0 ? { proportions: proportionsOfBeat(notes, hits) } : {};
  const kept = setCurrentFragrance(fragranceFromBeat({ notes, now: new Date(), blend }));
  // What the device has no room for was said already, and is not announced as a success.
  if (kept !== 'not kept')
    notify({
      kind: 'success',
      title: 'Fragrance Created',
      description: `Created a unique fragrance with ${notes.length} notes.`,
      key: 'beat',
    });
  return true;
}

/** Saves the beat as a MIDI file. */
export async function exportBeat(): Promise<void> {
  const [{ beatToMidi }, { saveFile }] = await Promise.all([
    import('../../audio/instrument/midiFile.ts'),
    import('../../platform/storage/saveFile.ts'),
  ]);
  saveFile(new Blob([beatToMidi(beat.pattern)], { type: 'audio/midi' }), 'accord-beat.mid');
}

/** Takes the beat of a MIDI file. */
export async function importBeat(file: File): Promise<void> {
  const { beatFromMidi } = await import('../../audio/instrument/midiFile.ts');
  let imported: BeatImport;
  try {
    const bytes = file.size > MAX_MIDI_BYTES ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
    imported = beatFromMidi(bytes);
  } catch (error) {
    notify(
      isCoded(error, 'no_notes')
        ? {
            kind: 'error',
            title: 'No notes in this file',
            description: `${file.name} is a MIDI file, but holds no notes.`,
            key: 'beat',
          }
        : {
            kind: 'error',
            title: 'Not a MIDI file',
            description: `${file.name} could not be read as a MIDI file.`,
            key: 'beat',
          },
    );
    return;
  }
  change(imported.pattern);
  const left = imported.left === 0 ? '' : ` ${imported.left} more lie outside the 8 steps and 12 rows.`;
  notify({
    kind: 'success',
    title: 'Beat imported',
    description: `${imported.placed} notes found their pad.${left}`,
    key: 'beat',
  });
}

/** Sounds a note once. */
export async function preview(note: NoteCode): Promise<void> {
  const engine = engineNow() ?? (await openEngine());
  engine?.voices.start({ midi: midiOf(note), velocity: 1, length: PAD_LENGTH, source: 'preview' });
}

function change(pattern: BeatPattern): void {
  if (samePattern(pattern, beat.pattern)) return;
  history.changing(beat.pattern);
  show(pattern);
}

function show(pattern: BeatPattern): void {
  beat.pattern = ref(pattern);
  player?.setPattern(pattern);
  localStore.save(BEAT_KEY, encodeBeat(pattern));
  tellHistory();
}

function tellHistory(): void {
  beat.canUndo = history.canUndo;
  beat.canRedo = history.canRedo;
}
