import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { ClockFollower, ClockOffset } from '#features/instruments/audio/midi/clockFollower.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { notify } from '#core/appState/notices.ts';
import { engineNow } from '../playback/soundEngine.ts';
import { followClock, placeStep, stopBeat } from '../beat/playBeat.ts';
import { disconnectMidi, resumeMidi } from './midiDevices.ts';
import { onMidiClock } from './playMidi.ts';
import { midi } from './midi.ts';

/**
 * Interval of the checks for a running clock, ms, and successive misses after which it counts as gone: about a second.
 */
const LOOK_MS = 250;
const MAX_MISSING_CLOCKS = 4;

/** Offset between the audible sound and the page's clock. */
const offsetOf = (engine: Instrument): ClockOffset =>
  new ClockOffset(() => performance.now() - 1000 * engine.audibleTime());

/**
 * Call it when the beat maker opens: follows the clock of another device by the settings. Returns a function that
 * stops.
 */
export function enterMidiBeat(): () => void {
  const scope = new Scope();
  // Keys play the rows, also without a clock.
  void resumeMidi();
  scope.add(onMidiClock(follower(scope)));
  scope.add(() => {
    midi.clockBpm = null;
    disconnectMidi();
  });
  return () => scope.dispose();
}

/** Follows the device that starts the song, until it stops or its clock goes missing. */
function follower(scope: Scope): Parameters<typeof onMidiClock>[0] {
  let source: string | null = null;
  /**
   * Successive checks without a clock. Counted instead of timed, because a blocked page gets its messages late, but
   * checks once only.
   */
  let missing = 0;
  let toSound: { engine: Instrument; offset: ClockOffset } | null = null;
  const clock = new ClockFollower(({ step, time, bpm }) => {
    const engine = engineNow();
    if (engine === null) return;
    if (toSound?.engine !== engine) toSound = { engine, offset: offsetOf(engine) };
    placeStep(step, toSound.offset.soundTime(1000 * time), bpm);
    if (midi.clockBpm !== Math.round(bpm)) midi.clockBpm = Math.round(bpm);
  });
  const begin = (device: string, start: () => void): void => {
    if (!midi.settings.receiveClock) return;
    source = device;
    missing = 0;
    start();
    void followClock();
  };
  const end = (): void => {
    source = null;
    clock.stop();
    midi.clockBpm = null;
    stopBeat();
  };
  scope.interval(() => {
    if (source === null || ++missing <= MAX_MISSING_CLOCKS) return;
    end();
    notify({
      kind: 'info',
      title: 'The clock of the other device stopped',
      description: 'The beat stopped with it. Start the song there again.',
      key: 'clock',
    });
  }, LOOK_MS);
  return {
    onClock: (device, time) => {
      if (device !== source) return;
      missing = 0;
      clock.clock(time / 1000);
    },
    onStart: (device) => begin(device, () => clock.start()),
    onResume: (device) => begin(device, () => clock.resume()),
    onHalt: (device) => {
      if (device === source) end();
    },
    onPosition: (device, sixteenths) => {
      if (source === null || device === source) clock.locate(sixteenths);
    },
  };
}
