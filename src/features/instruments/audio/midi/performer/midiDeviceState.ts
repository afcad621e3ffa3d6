import { MIDI_NOTE_LENGTH } from '#features/instruments/domain/keyboard/keyboard.ts';
import { softenVelocity } from '#features/instruments/domain/take/gestures.ts';
import { keyBrightness, SOFT_BRIGHTNESS } from '#features/instruments/audio/sound/tones/expression.ts';
import type { VoiceNote } from '#features/instruments/audio/sound/tones/voice.ts';
import { SOSTENUTO_FLAG, DOWN_FLAG, NO_PARAMETER, rangeOf, type Channel } from './channel.ts';
import { ChannelExpression } from './channelExpression.ts';
import * as cc from './controllers.ts';
import type { MidiSink } from '../messages.ts';
import { NoteEnds } from './noteEnds.ts';
import type { PlayedListener, Voices } from './performerContract.ts';
import type { Rules } from './rules.ts';
import { canLead, CHANNEL_COUNT, Zone } from './zone.ts';

/** Plays the messages of one device. */
export class MidiDeviceState implements MidiSink {
  readonly #rules: Rules;
  readonly #voices: Voices;
  readonly #listener: PlayedListener;
  readonly #zone: Zone;
  readonly #expression: ChannelExpression;
  readonly #ends: NoteEnds;
  /** Reused for each note; the voices keep no reference. */
  readonly #note: VoiceNote = { midi: 0, velocity: 0, length: MIDI_NOTE_LENGTH, source: '' };

  constructor(device: string, rules: Rules, voices: Voices, listener: PlayedListener) {
    this.#rules = rules;
    this.#voices = voices;
    this.#listener = listener;
    this.#zone = new Zone(device, rules);
    this.#expression = new ChannelExpression(voices, listener, this.#zone);
    this.#ends = new NoteEnds(voices, listener, this.#zone);
  }

  noteOn(number: number, key: number, velocity: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null) return;
    const before = channel.marks[key]!;
    // The same key again while it sounds: end the old note, or its note-off would be lost.
    if (before !== 0) this.#ends.end(channel, key);
    const midi = this.#rules.midiOf(key);
    if (midi === -1) return;
    const { soft } = this.#zone.pedalsOf(number);
    const note = this.#note;
    note.midi = midi;
    const struck = this.#rules.velocities[velocity]!;
    note.velocity = softenVelocity(struck, soft);
    note.patch = this.#rules.patchOf(key, midi);
    note.source = channel.source;
    const voice = this.#voices.start(note);
    channel.begin(key, voice, midi, before & SOSTENUTO_FLAG);
    if (soft) this.#voices.express(voice, 'brightness', SOFT_BRIGHTNESS);
    this.#listener.onNote(channel.source, midi, struck);
  }

  noteOff(number: number, key: number, release: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null || (channel.marks[key]! & DOWN_FLAG) === 0) return;
    channel.marks[key]! &= ~DOWN_FLAG;
    this.#listener.onKeyUp(channel.source, channel.sounding[key]!, release / 127);
    this.#ends.endUnheld(number, channel, key);
  }

  keyPressure(number: number, key: number, value: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null || channel.marks[key] === 0) return;
    this.#voices.express(channel.voices[key]!, 'brightness', keyBrightness(value));
    this.#listener.onControl(channel.source, 'key', value, channel.sounding[key]!);
  }

  channelPressure(number: number, value: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null) return;
    channel.pressure = value;
    this.#forZone(number, this.#expression.sendPressure);
  }

  bend(number: number, amount: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null) return;
    channel.bend = amount;
    this.#forZone(number, this.#expression.sendBend);
  }

  program(number: number, program: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null) return;
    this.#listener.onProgram(program);
  }

  control(number: number, controller: number, value: number): void {
    const channel = this.#receivingChannel(number);
    if (channel === null) return;
    const isZone = channel.parameter === cc.MPE_CONFIGURATION && controller === cc.DATA_ENTRY && canLead(number);
    if (isZone) this.#announce(number, value);
    else this.#control(number, channel, controller, value);
  }

  #control(number: number, channel: Channel, controller: number, value: number): void {
    switch (controller) {
      case cc.MODULATION_CONTROL:
        channel.modulation = value / 127;
        this.#forZone(number, this.#expression.sendVibrato);
        break;
      case cc.VOLUME_CONTROL:
        channel.volume = value / 127;
        this.#forZone(number, this.#expression.sendGain);
        break;
      case cc.EXPRESSION_CONTROL:
        channel.expression = value / 127;
        this.#forZone(number, this.#expression.sendGain);
        break;
      case cc.TIMBRE_CONTROL:
        // Map 64 to the middle and reach both ends.
        channel.timbre = value < 64 ? value / 128 : 0.5 + (value - 64) / 126;
        this.#forZone(number, this.#expression.sendBrightness);
        break;
      case cc.SUSTAIN_CONTROL:
        channel.pedals.sustain = value >= 64;
        this.#forZone(number, this.#expression.sendPedals);
        if (value < 64) this.#forZone(number, this.#ends.endAllUnheld);
        break;
      case cc.SOSTENUTO_CONTROL:
        this.#setSostenuto(number, channel, value >= 64);
        break;
      case cc.SOFT_CONTROL:
        channel.pedals.soft = value >= 64;
        this.#forZone(number, this.#expression.sendPedals);
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
        this.#forZone(number, this.#ends.silence);
        break;
      case cc.RESET_CONTROLLERS:
        this.#forZone(number, resetControllers);
        this.#forZone(number, this.#ends.letCaughtGo);
        this.#forZone(number, this.#expression.send);
        break;
      default:
        // All notes off, and the modes that imply it. The visitor chooses the channels, not the device: one that sends
        // "omni off" when switched on would silently play nothing.
        if (controller >= cc.ALL_NOTES_OFF) this.#forZone(number, this.#ends.releaseAllKeys);
    }
  }

  systemReset(): void {
    this.forget();
  }

  /** Sends the expression of all channels to the voices again. */
  resendExpression(): void {
    for (let number = 0; number < CHANNEL_COUNT; number++) {
      const channel = this.#zone.usedChannel(number);
      if (channel !== undefined) this.#expression.send(number, channel);
    }
  }

  /** Ends all notes and resets the device's state. */
  forget(): void {
    this.#endAll();
    this.#zone.forget();
  }

  #endAll(): void {
    for (let number = 0; number < CHANNEL_COUNT; number++) {
      const channel = this.#zone.usedChannel(number);
      if (channel === undefined) continue;
      this.#ends.silence(number, channel);
      this.#voices.resetExpression(channel.source);
      this.#listener.onRest(channel.source);
    }
  }

  /** The channel, or null when the settings exclude it. */
  #receivingChannel(number: number): Channel | null {
    const zone = this.#zone;
    if (!zone.isIncluded(number)) return null;
    const known = zone.usedChannel(number);
    if (known !== undefined) return known;
    const channel = zone.at(number);
    // A new channel takes the expression of its zone.
    if (zone.isMember(number)) this.#expression.send(number, channel);
    return channel;
  }

  /** Calls the function for a channel, or for the whole zone when it leads one. */
  #forZone(number: number, what: (number: number, channel: Channel) => void): void {
    const last = this.#zone.lastOf(number);
    for (let i = this.#zone.firstOf(number); i <= last; i++) {
      const channel = this.#zone.usedChannel(i);
      if (channel !== undefined) what(i, channel);
    }
  }

  #setSostenuto(number: number, channel: Channel, down: boolean): void {
    // Some pedals repeat messages: only going down holds keys.
    if (down === channel.pedals.sostenuto) return;
    channel.pedals.sostenuto = down;
    this.#forZone(number, this.#expression.sendPedals);
    this.#forZone(number, down ? catchKeys : this.#ends.letCaughtGo);
  }

  #setParameter(number: number, channel: Channel, controller: number, value: number): void {
    if (channel.parameter !== cc.BEND_SENSITIVITY) return;
    const range = rangeOf(channel.bendRange, controller, value);
    const leader = this.#zone.leaderNumberOf(number);
    if (leader === -1) {
      channel.bendRange = range;
      this.#forZone(number, this.#expression.sendBend);
      return;
    }
    // Sent to one member channel, it applies to all of them (MPE 1.0, 2.4).
    for (let i = this.#zone.firstOf(leader); i <= this.#zone.lastOf(leader); i++) {
      if (i === leader) continue;
      this.#zone.at(i).bendRange = range;
      this.#expression.sendBend(i, this.#zone.at(i));
    }
  }

  /** Configures a zone of MPE with that number of member channels, 0 for none. Ends all notes first. */
  #announce(leader: number, members: number): void {
    this.#endAll();
    this.#zone.forgetChannels();
    this.#zone.announce(leader, members);
    this.#zone.at(leader).parameter = cc.MPE_CONFIGURATION;
  }
}

const catchKeys = (_number: number, channel: Channel): void => channel.catchKeys();
const resetControllers = (_number: number, channel: Channel): void => channel.resetControllers();
