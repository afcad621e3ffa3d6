import { BeatPlayer } from '#features/instruments/audio/sound/beatPlayer.ts';
import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { isGridEmpty, PAD_LENGTH, type Beat } from '#features/instruments/domain/beat/beat.ts';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { notify } from '#core/appState/notices.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine, warmEngine } from '../playback/soundEngine.ts';
import { beatMaker } from './beatMaker.ts';

/* Plays the beat, by itself or on an external clock. */

let player: BeatPlayer | null = null;
let playedOn: Instrument | null = null;
/** The newest start; an older one is dropped while the sound opens. */
const latestStart = new LatestTask();

/** Call it when the screen opens: fetches the engine's code. Returns a function that stops the beat. */
export function enterBeatMaker(): () => void {
  // Without a connection, pressing Play shows the error.
  warmEngine().catch(() => undefined);
  return stopBeat;
}

/** Starts the beat from its first column, or stops it. On an empty grid it shows how to begin. */
export async function togglePlay(): Promise<void> {
  if (beatMaker.playing) {
    stopBeat();
    return;
  }
  if (isGridEmpty(beatMaker.beat)) {
    notify({
      kind: 'info',
      title: 'No pads to play',
      description: 'Tap a pad, or start with an example.',
      key: 'beat',
    });
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

/**
 * Plays a step of the external clock.
 * @param time at which it is audible, on the engine's clock, s
 */
export function placeStep(step: number, time: number, bpm: number): void {
  if (beatMaker.playing) player?.place(step, time, bpm);
}

async function begin(start: (beats: BeatPlayer) => void): Promise<void> {
  stopPlaying();
  const signal = latestStart.begin();
  beatMaker.playing = true;
  const engine = await openEngine();
  const tone = await engine?.tone().catch(() => null);
  if (signal.aborted) return;
  if (engine === null || tone === undefined || tone === null) {
    beatMaker.playing = false;
    if (tone === null)
      notify({
        kind: 'error',
        title: 'The player could not be loaded',
        description: 'Check your connection and try again.',
        key: 'beat',
      });
    return;
  }
  if (player === null || playedOn !== engine) player = new BeatPlayer(tone, engine.voices, beatMaker.beat);
  playedOn = engine;
  player.setBeat(beatMaker.beat);
  start(player);
}

/** Plays another beat from the next step on. */
export function updatePlayer(beat: Beat): void {
  player?.setBeat(beat);
}

export function stopBeat(): void {
  latestStart.abort();
  player?.stop();
  beatMaker.playing = false;
}

/** The audible column, or -1; read it per frame. */
export function playingColumn(): number {
  return player === null || playedOn === null || !beatMaker.playing ? -1 : player.columnAt(playedOn.audibleTime());
}

/** Plays a note once. */
export async function preview(note: NoteCode, velocity = 1): Promise<void> {
  const engine = engineNow() ?? (await openEngine());
  engine?.voices.start({ midi: midiOf(note), velocity, length: PAD_LENGTH, source: 'preview' });
}
