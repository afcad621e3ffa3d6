export { isOfRecording, listenTo, soundOf } from './listening.ts';
export {
  ESSENCE_RHYTHM,
  elementStopped,
  forgetRecording,
  hearNote,
  playElement,
  playNote,
  playNotes,
  playRecording,
  playbackPosition,
  player,
  stopPlaying,
  toggleEssence,
  type PlaybackMessages,
} from './player.ts';
export { octaveChord, toggleOctave } from './octaves.ts';
export { exampleSound, renderedSound } from './renderedSound.ts';
export { expectNotes, openEngine, warmEngine } from './soundEngine.ts';
