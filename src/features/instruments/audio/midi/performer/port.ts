import { MIDI_NOTE_LENGTH } from '../../../domain/keyboard/keyboard.ts';
import type { VoiceNote } from '../../sound/voices.ts';
import { CAUGHT, DOWN, KEYS, NO_PARAMETER, rangeOf, SOUNDS, type Channel } from './channel.ts';
import * as cc from './controllers.ts';
import type { MidiSink } from '../messages.ts';
import type { ClockListener, PlayedListener, Voices } from './performerContract.ts';
import type { Rules } from './rules.ts';
import { CHANNELS, Zone } from './zone.ts';

/** Depth of the vibrato at full modulation wheel, cents each way. */
const VIBRATO_DEPTH = 60;
/** Factor on the velocity with the soft pedal, and the note's brightness. */
const SOFT_VELOCITY = 0.6;
const SOFT_BRIGHTNESS = 0.3;

/** Plays the messages of one device. */
export class Port implements MidiSink {
  readonly #device: string;
  readonly #rules: Rules;
  readonly #voices: Voices;
  readonly #listener: PlayedListener;
  readonly #clock: ClockListener;
  readonly #zone: Zone;
  /** Reused for each note; the voices keep no reference. */
  readonly #note: VoiceNote = { midi: 0, velocity: 0, length: MIDI_NOTE_LENGTH, source: '' };

  constructor(device: string, rules: Rules, voices: Voices, listener: PlayedListener, clock: ClockListener) {
    this.#device = device;
    this.#rules = rules;
    this.#voices = voices;
    this.#listener = listener;
    this.#clock = clock;
    this.#zone = new Zone(device, rules);
  }

  noteOn(number: number, key: number, velocity: number): void {
    const channel = this.#heard(number);
    if (channel === null) return;
    const before = channel.marks[key]!;
    // The same key again while it sounds: end the old note, or its note-off would be lost.
    if (before !== 0) this.#end(channel, key);
    const midi = this.#rules.midiOf(key);
    if (midi === -1) return;
    const { soft } = this.#zone.pedalsOf(number);
    const note = this.#note;
    note.midi = midi;
    note.velocity = this.#rules.velocities[velocity]! * (soft ? SOFT_VELOCITY : 1);
    note.patch = this.#rules.patchOf(key, midi);
    note.source = channel.source;
    const voice = this.#voices.start(note);
    channel.begin(key, voice, midi, before & CAUGHT);
    if (soft) this.#voices.express(voice, 'brightness', SOFT_BRIGHTNESS);
    this.#listener.onNote(channel.source, midi, note.velocity, voice);
  }

  noteOff(number: number, key: number): void {
    const channel = this.#heard(number);
    if (channel === null || (channel.marks[key]! & DOWN) === 0) return;
    channel.marks[key]! &= ~DOWN;
    this.#endUnheld(number, channel, key);
  }

  keyPressure(number: number, key: number, value: number): void {
    const channel = this.#heard(number);
    if (channel === null || channel.marks[key] === 0) return;
    this.#voices.express(channel.voices[key]!, 'brightness', 0.5 + value / 2);
  }

  channelPressure(number: number, value: number): void {
    const channel = this.#heard(number);
    if (channel === null) return;
    channel.pressure = value;
    this.#forZone(number, this.#sendBrightness);
  }

  bend(number: number, amount: number): void {
    const channel = this.#heard(number);
    if (channel === null) return;
    channel.bend = amount;
    this.#forZone(number, this.#sendBend);
  }

  program(number: number, program: number): void {
    if (this.#heard(number) !== null) this.#listener.onProgram(program);
  }

  control(number: number, controller: number, value: number): void {
    const channel = this.#heard(number);
    if (channel === null) return;
    switch (controller) {
      case cc.MODULATION:
        channel.modulation = value / 127;
        this.#forZone(number, this.#sendVibrato);
        break;
      case cc.TIMBRE:
        // Map 64 to the middle and reach both ends.
        channel.timbre = value < 64 ? value / 128 : 0.5 + (value - 64) / 126;
        this.#forZone(number, this.#sendBrightness);
        break;
      case cc.SUSTAIN:
        channel.pedals.sustain = value >= 64;
        if (value < 64) this.#forZone(number, this.#endAllUnheld);
        break;
      case cc.SOSTENUTO:
        this.#setSostenuto(number, channel, value >= 64);
        break;
      case cc.SOFT:
        channel.pedals.soft = value >= 64;
        break;
      case cc.PARAMETER_HIGH:
        channel.parameter = (value << 7) | (channel.parameter & 0x7f);
        break;
      case cc.PARAMETER_LOW:
        channel.parameter = (channel.parameter & 0x3f80) | value;
        break;
      case cc.OTHER_PARAMETER_LOW:
      case cc.OTHER_PARAMETER_HIGH:
        channel.parameter = NO_PARAMETER;
        break;
      case cc.DATA_ENTRY:
      case cc.DATA_ENTRY_LOW:
      case cc.DATA_INCREMENT:
      case cc.DATA_DECREMENT:
        this.#setParameter(number, channel, controller, value);
        break;
      case cc.ALL_SOUND_OFF:
        this.#forZone(number, this.#silence);
        break;
      case cc.RESET_CONTROLLERS:
        this.#forZone(number, this.#reset);
        this.#forZone(number, this.#letCaughtGo);
        this.#forZone(number, this.#sendExpression);
        break;
      default:
        // All notes off, and the modes that imply it. The visitor chooses the channels, not the device: one that sends
        // "omni off" when switched on would silently play nothing.
        if (controller >= cc.ALL_NOTES_OFF) this.#forZone(number, this.#releaseAllKeys);
    }
  }

  clock(time: number): void {
    this.#clock.onClock(this.#device, time);
  }

  start(): void {
    this.#clock.onStart(this.#device);
  }

  resume(): void {
    this.#clock.onResume(this.#device);
  }

  halt(): void {
    this.#clock.onHalt(this.#device);
  }

  position(sixteenths: number): void {
    this.#clock.onPosition(this.#device, sixteenths);
  }

  systemReset(): void {
    this.forget();
  }

  /** Sends the expression of all channels to the voices again. */
  resendExpression(): void {
    for (let number = 0; number < CHANNELS; number++) {
      const channel = this.#zone.known(number);
      if (channel !== undefined) this.#sendExpression(number, channel);
    }
  }

  /** Ends all notes and resets the device's state. */
  forget(): void {
    for (let number = 0; number < CHANNELS; number++) {
      const channel = this.#zone.known(number);
      if (channel === undefined) continue;
      this.#silence(number, channel);
      this.#voices.resetExpression(channel.source);
    }
    this.#zone.forget();
  }

  /** The channel, or null when the settings exclude it. */
  #heard(number: number): Channel | null {
    const zone = this.#zone;
    if (!zone.isHeard(number)) return null;
    const known = zone.known(number);
    if (known !== undefined) return known;
    const channel = zone.at(number);
    // A new channel takes the expression of its zone.
    if (zone.isMember(number)) this.#sendExpression(number, channel);
    return channel;
  }

  /** Calls `what` for a channel, or for the whole zone when it is the zone's first. */
  #forZone(number: number, what: (this: Port, number: number, channel: Channel) => void): void {
    const last = this.#zone.lastOf(number);
    for (let i = number; i <= last; i++) {
      const channel = this.#zone.known(i);
      if (channel !== undefined) what.call(this, i, channel);
    }
  }

  #setSostenuto(number: number, channel: Channel, down: boolean): void {
    // Some pedals repeat messages: only going down holds keys.
    if (down === channel.pedals.sostenuto) return;
    channel.pedals.sostenuto = down;
    this.#forZone(number, down ? this.#catchKeys : this.#letCaughtGo);
  }

  #catchKeys(_number: number, channel: Channel): void {
    channel.catchKeys();
  }

  #letCaughtGo(number: number, channel: Channel): void {
    channel.letCaughtGo();
    this.#endAllUnheld(number, channel);
  }

  #setParameter(number: number, channel: Channel, controller: number, value: number): void {
    if (channel.parameter === cc.MPE_CONFIGURATION && controller === cc.DATA_ENTRY && number === 0)
      this.#announce(value);
    if (channel.parameter !== cc.BEND_SENSITIVITY) return;
    const range = rangeOf(channel.bendRange, controller, value);
    if (!this.#zone.isMember(number)) {
      channel.bendRange = range;
      this.#forZone(number, this.#sendBend);
      return;
    }
    // Sent to one member channel, it applies to all of them (MPE 1.0, 2.4).
    for (let i = 1; i <= this.#zone.members; i++) {
      this.#zone.at(i).bendRange = range;
      this.#sendBend(i, this.#zone.at(i));
    }
  }

  /** Configures MPE with that number of member channels, 0 for none. Ends all notes first. */
  #announce(members: number): void {
    this.forget();
    this.#zone.announced = Math.min(members, CHANNELS - 1);
    this.#zone.at(0).parameter = cc.MPE_CONFIGURATION;
  }

  #reset(_number: number, channel: Channel): void {
    channel.resetControllers();
  }

  #sendExpression(number: number, channel: Channel): void {
    this.#sendBend(number, channel);
    this.#sendVibrato(number, channel);
    this.#sendBrightness(number, channel);
  }

  #sendBend(number: number, channel: Channel): void {
    const leader = this.#zone.leaderOf(number);
    const cents = channel.bend * channel.bendRange + (leader === null ? 0 : leader.bend * leader.bendRange);
    this.#voices.expressAll(channel.source, 'bend', cents);
  }

  #sendVibrato(number: number, channel: Channel): void {
    const depth = Math.min(1, channel.modulation + (this.#zone.leaderOf(number)?.modulation ?? 0));
    this.#voices.expressAll(channel.source, 'vibrato', VIBRATO_DEPTH * depth);
  }

  /** Sends brightness from timbre and pressure. In MPE, pressure also raises the gain. */
  #sendBrightness(number: number, channel: Channel): void {
    const leader = this.#zone.leaderOf(number);
    const pressure = Math.min(1, channel.pressure + (leader === null ? 0 : leader.pressure));
    const timbre = channel.timbre + (leader === null ? 0 : leader.timbre - 0.5);
    this.#voices.expressAll(channel.source, 'brightness', timbre + pressure / 2);
    if (leader !== null) this.#voices.expressAll(channel.source, 'pressure', 1 + pressure);
  }

  /** Releases all keys; pedals still hold their notes (MIDI 1.0, controller 123). */
  #releaseAllKeys(number: number, channel: Channel): void {
    if (!channel.busy) return;
    for (let key = 0; key < KEYS; key++) channel.marks[key]! &= ~DOWN;
    this.#endAllUnheld(number, channel);
  }

  #endAllUnheld(number: number, channel: Channel): void {
    if (!channel.busy) return;
    for (let key = 0; key < KEYS; key++) this.#endUnheld(number, channel, key);
  }

  #endUnheld(number: number, channel: Channel, key: number): void {
    // No key, sostenuto or sustain pedal holds it.
    if (channel.marks[key] === SOUNDS && !this.#zone.pedalsOf(number).sustain) this.#end(channel, key);
  }

  #end(channel: Channel, key: number): void {
    channel.marks[key] = 0;
    this.#voices.release(channel.voices[key]!);
    this.#listener.onRelease(channel.source, channel.sounding[key]!);
  }

  #silence(_number: number, channel: Channel): void {
    if (!channel.busy) return;
    channel.busy = false;
    for (let key = 0; key < KEYS; key++) {
      if (channel.marks[key] === 0) continue;
      channel.marks[key] = 0;
      this.#listener.onRelease(channel.source, channel.sounding[key]!);
    }
    this.#voices.silence(channel.source);
  }
}
