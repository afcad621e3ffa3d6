import type { VoiceId } from '#features/instruments/audio/sound/tones/voice.ts';
import { DATA_ENTRY, DATA_ENTRY_LOW, DATA_INCREMENT } from './controllers.ts';

/** Keys of MIDI. */
export const KEY_COUNT = 128;

/** Marks of a key that sounds. */
export const SOUNDING_FLAG = 1;
/** The key is down. */
export const DOWN_FLAG = 2;
/** The sostenuto pedal holds it. */
export const SOSTENUTO_FLAG = 4;

/** Default bend ranges, cents each way: General MIDI's, and that of a member channel in MPE. */
const BEND_RANGE = 200;
export const NOTE_BEND_RANGE = 4800;

/** Maximum bend range, cents. */
const MAX_BEND_RANGE = 9600;

/** No parameter is selected: data entry is ignored. */
export const NO_PARAMETER = 0x3fff;

/** State of the pedals. The channels of an MPE zone share those of its first channel. */
export interface Pedals {
  sustain: boolean;
  sostenuto: boolean;
  soft: boolean;
}

/**
 * State of a channel of a device, and which of its keys sound. Allocated once; messages change it in place.
 */
export class Channel {
  /** Source name of its notes. */
  readonly source: string;
  /** Voice, marks and sounding MIDI number (after transposition) by key. */
  readonly voices = new Float64Array(KEY_COUNT);
  readonly marks = new Uint8Array(KEY_COUNT);
  readonly sounding = new Uint8Array(KEY_COUNT);
  readonly pedals: Pedals = { sustain: false, sostenuto: false, soft: false };
  /** -1 to 1, and its range in cents each way. */
  bend = 0;
  bendRange = BEND_RANGE;
  /** 0 to 1. */
  modulation = 0;
  pressure = 0;
  /** Controllers 7 and 11, 0 to 1. */
  volume = 1;
  expression = 1;
  /** Controller 74, 0 to 1; 0.5 is the unchanged tone. */
  timbre = 0.5;
  /** The registered parameter that data entry sets, 14 bits; non-registered parameters are ignored. */
  parameter = NO_PARAMETER;
  /** Some key sounds, or may. */
  busy = false;

  constructor(source: string) {
    this.source = source;
  }

  /** Resets the controllers as RP-015 defines: ranges, volume and programs stay. */
  resetControllers(): void {
    this.bend = 0;
    this.modulation = 0;
    this.pressure = 0;
    this.expression = 1;
    this.timbre = 0.5;
    this.parameter = NO_PARAMETER;
    this.pedals.sustain = false;
    this.pedals.sostenuto = false;
    this.pedals.soft = false;
  }

  /** Marks a key as sounding; `caught` when the sostenuto pedal held it before it was struck again. */
  begin(key: number, voice: VoiceId, midi: number, caught: number): void {
    this.voices[key] = voice;
    this.sounding[key] = midi;
    this.marks[key] = SOUNDING_FLAG | DOWN_FLAG | caught;
    this.busy = true;
  }

  /** Sostenuto pedal down: holds the keys that are down now. */
  catchKeys(): void {
    for (let key = 0; key < KEY_COUNT; key++)
      if ((this.marks[key]! & DOWN_FLAG) !== 0) this.marks[key]! |= SOSTENUTO_FLAG;
  }

  letCaughtGo(): void {
    for (let key = 0; key < KEY_COUNT; key++) this.marks[key]! &= ~SOSTENUTO_FLAG;
  }
}

/** The bend range (cents) after a data message: whole semitones, extra cents, or a semitone up or down. */
export function rangeOf(before: number, controller: number, value: number): number {
  const cents = before % 100;
  let range = before + (controller === DATA_INCREMENT ? 100 : -100);
  if (controller === DATA_ENTRY) range = 100 * value + cents;
  else if (controller === DATA_ENTRY_LOW) range = before - cents + Math.min(value, 99);
  return Math.min(MAX_BEND_RANGE, Math.max(0, range));
}
