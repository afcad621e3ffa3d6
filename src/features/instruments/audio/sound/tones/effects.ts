import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { Filter } from 'tone/build/esm/component/filter/Filter.js';
import { Tremolo } from 'tone/build/esm/effect/Tremolo.js';
import type { FamilyTone } from '#features/instruments/domain/keyboard/tone.ts';
import { ROOM_PROCESSOR } from '#worklets/resonatorsProtocol.ts';
import { connect } from './toneNodes.ts';

/** An effect shared by all voices of a tone. None delays the dry signal. */
interface Insert {
  input: AudioNode;
  output: AudioNode;
}

/** Input of a tone's effects. Disconnected while silent, so the browser skips it. */
export interface ToneBus {
  input: AudioNode;
  open(): void;
  close(): void;
}

/**
 * Reverb send of every family. Resonances at the pitch of a held note raise or lower its level: with more than this,
 * neighbouring keys are not equally loud.
 */
const REVERB_SEND = 0.08;

/** Length of the reverb, as the feedback of its combs. */
const ROOM_SIZE = 0.72;
/** Time until the reverb is empty: fading notes and the longest comb, s. */
const REVERB_TAIL_S = 0.12;

/**
 * The shared effects: one for a tone or for all, never one for a voice. Disconnected while no tone uses them, so the
 * browser skips them.
 */
export class Effects {
  readonly #context: BaseAudioContext;
  readonly #tone: BaseContext;
  readonly #output: AudioNode;
  readonly #room: GainNode;
  /** Output gain of the reverb, and its feedback. */
  readonly #back: GainNode;
  readonly #ring: AudioParam;
  /** Tones connected to it. */
  #heard = 0;

  constructor(context: BaseAudioContext, tone: BaseContext, output: AudioNode) {
    this.#context = context;
    this.#tone = tone;
    this.#output = output;
    this.#room = new GainNode(context);
    // Keep low notes out of the reverb: they would be muddy, and its slow resonances pulled C2 by 3 cents.
    const highs = new BiquadFilterNode(context, { type: 'highpass', frequency: 220, Q: 0 });
    const soft = new BiquadFilterNode(context, { type: 'lowpass', frequency: 3500, Q: -3 });
    const room = new AudioWorkletNode(context, ROOM_PROCESSOR, { outputChannelCount: [1] });
    this.#back = new GainNode(context);
    this.#room.connect(highs).connect(soft).connect(room).connect(this.#back);
    this.#ring = room.parameters.get('feedback')!;
    this.#ring.value = ROOM_SIZE;
  }

  /** Empties the reverb, for a panic button. */
  silence(time: number): void {
    const { gain } = this.#back;
    for (const param of [gain, this.#ring]) param.cancelScheduledValues(time);
    gain.setTargetAtTime(0, time, 0.005);
    this.#ring.setValueAtTime(0, time);
    this.#ring.setValueAtTime(ROOM_SIZE, time + REVERB_TAIL_S);
    gain.setTargetAtTime(1, time + REVERB_TAIL_S, 0.005);
  }

  /** Connects a family's voices to the output and to the reverb. */
  lead(family: FamilyTone): ToneBus {
    const input = new GainNode(this.#context);
    const dry = new GainNode(this.#context);
    const wet = new GainNode(this.#context, { gain: REVERB_SEND });
    const insert = this.#insert(family);
    if (insert === null) input.connect(dry);
    else {
      input.connect(insert.input);
      insert.output.connect(dry);
    }
    dry.connect(wet);
    return {
      input,
      open: () => {
        dry.connect(this.#output);
        wet.connect(this.#room);
        if (this.#heard === 0) this.#back.connect(this.#output);
        this.#heard += 1;
      },
      close: () => {
        dry.disconnect(this.#output);
        wet.disconnect(this.#room);
        this.#heard -= 1;
        if (this.#heard === 0) this.#back.disconnect();
      },
    };
  }

  #insert(family: FamilyTone): Insert | null {
    const context = this.#tone;
    switch (family) {
      case 'smoke':
        return this.#around(new Filter({ context, type: 'lowpass', frequency: 900, rolloff: -12, Q: 0.3 }));
      case 'wood':
        return this.#around(new Filter({ context, type: 'lowpass', frequency: 2600, rolloff: -12, Q: 0.3 }));
      case 'musk':
        // About the rate of a cat's purr.
        return this.#around(new Tremolo({ context, frequency: 26, depth: 0.45, spread: 0, wet: 1 }).start());
      default:
        return null;
    }
  }

  #around(effect: Parameters<typeof connect>[0] & Parameters<typeof connect>[1]): Insert {
    const input = new GainNode(this.#context);
    const output = new GainNode(this.#context);
    connect(input, effect);
    connect(effect, output);
    return { input, output };
  }
}
