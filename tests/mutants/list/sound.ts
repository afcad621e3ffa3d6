import type { Mutant } from '../mutant.ts';

/** What sounds, and what is played: MIDI, voices, playback, the microphone. */
export const SOUND: Mutant[] = [
  {
    name: 'note-off-lost',
    file: 'src/features/instruments/audio/midi/messages.ts',
    find: 'if (kind === 0x80 || kind === 0x90) sink.noteOff(channel, first);',
    replace: 'if (kind === 0x80) sink.noteOff(channel, first);',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/instruments/audio/midi/messages.test.ts',
      test: 'knows every message that a keyboard can mean, on every channel',
    },
  },
  {
    name: 'sustain-pedal-ignored',
    file: 'src/features/instruments/audio/midi/performer/port.ts',
    find: 'channel.pedals.sustain = value >= 64;',
    replace: 'channel.pedals.sustain = false;',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/instruments/audio/midi/performer/performer.test.ts',
      test: 'sustain holds let-go keys while it is down, and only those',
    },
  },
  {
    name: 'velocity-ignored',
    file: 'src/features/instruments/audio/midi/performer/rules.ts',
    find: 'curvedVelocity(v / 127, settings.velocity)',
    replace: 'curvedVelocity(1, settings.velocity)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/instruments/audio/midi/performer/performer.test.ts',
      test: 'answers a touch by its curve',
    },
  },
  {
    name: 'scheduled-notes-sound-after-stop',
    file: 'src/features/instruments/audio/sound/voices.ts',
    find: 'if (voice.startsAt > now) voice.steal(now);',
    replace: 'if (voice.startsAt > now) continue;',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/instruments/instrument.voices.test.ts',
      test: 'takes scheduled notes back and ends what sounds',
    },
  },
  {
    name: 'two-sounds-at-a-time',
    file: 'src/features/instruments/state/playback/player.ts',
    find: '  recording?.stop();\n  element?.pause();',
    replace: '  element?.pause();',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/instruments/playback.test.ts',
      test: 'stops a recording for a note',
    },
  },
  {
    name: 'processor-lives-for-ever',
    file: 'src/features/listen/audio/recording/capture.ts',
    find: "    say({ type: 'stop' });\n    worklet.port.close();",
    replace: '    worklet.port.close();',
    caughtBy: {
      suite: 'realtime',
      file: 'tests/realtime/capture.test.ts',
      test: 'stops its processor on the audio thread, which would live for ever',
    },
  },
  {
    name: 'worker-not-terminated',
    file: 'src/features/listen/audio/analysis/analysisClient.ts',
    find: 'this.#scope.add(() => worker.terminate());',
    replace: '',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/capture/capture.client.test.ts',
      test: 'end together',
    },
  },
];
