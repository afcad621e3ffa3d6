import { hzOfMidi, midiOfHz } from '../../src/domain/pitch.ts';
import { essenceOf } from './essence.ts';
import { LevelMeter, powerDecibels } from './level.ts';
import { LiveNotes } from './live.ts';
import { OnsetDetector } from './onset.ts';
import { Overtones } from './overtones.ts';
import { FRAME, HOP, HOP_SECONDS, LEVEL, LIVE, RATE, RATE_BAND, TIMBRE, VOICES } from './parameters.ts';
import { PitchPath } from './path.ts';
import { emptyCandidates, PeriodicityFinder } from './periodicity.ts';
import { createPolyphonyTracker } from './polyphony/index.ts';
import { fillNaps } from './polyphony/seams.ts';
import { Resampler } from './resample.ts';
import { Spectrum } from './spectrum.ts';
import { TimbreMeter } from './timbre.ts';
import { Track } from './track.ts';
import type { Analysis, Analyzer, F0Point, LiveState, NoteEvent } from './types.ts';
import { SINE_POWER, velocityOf, Voice } from './voice.ts';

/** Samples that are taken in at once; the result does not depend on it. */
const BLOCK = 4096;

/** Whether every sample is a number that a sound may have. */
function isSound(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) if (!(Math.abs(samples[i]!) <= LEVEL.clip)) return false;
  return true;
}

/** Listens to one sound from its first to its last sample. */
export class StreamAnalyzer implements Analyzer {
  readonly #sampleRate: number;
  readonly #resampler: Resampler;
  readonly #clean = new Float32Array(BLOCK);
  readonly #meter = new LevelMeter();
  /** Sound at `RATE`; a step's frame lies around its time, so half a frame of silence comes first. */
  readonly #buffer = new Float64Array(4 * FRAME + 2 * BLOCK);
  #buffered = FRAME / 2;
  /** Index in the buffer of the next step's centre. */
  #centre = FRAME / 2;
  #steps = 0;
  #received = 0;
  #finished = false;

  readonly #periodicity = new PeriodicityFinder();
  readonly #candidates = emptyCandidates();
  readonly #path = new PitchPath();
  readonly #spectrum = new Spectrum();
  readonly #onsets = new OnsetDetector();
  readonly #overtones = new Overtones();
  readonly #timbre = new TimbreMeter();
  readonly #polyphony = createPolyphonyTracker(RATE);
  readonly #live = new LiveNotes();
  readonly #track = new Track();
  readonly #voice = new Voice(this.#track);
  #loudest = 0;
  /** Voiced steps so far, and how many of them are very deep. */
  #voiced = 0;
  #deep = 0;
  #dcInput = 0;
  #dcOutput = 0;
  readonly #dcPole = 1 - (2 * Math.PI * LEVEL.dcCorner) / RATE;

  constructor(sampleRate: number) {
    if (!(sampleRate >= 3000 && sampleRate <= 768_000)) throw new RangeError(`Sample rate ${sampleRate} Hz is not between 3 and 768 kHz`);
    this.#sampleRate = sampleRate;
    this.#resampler = new Resampler(sampleRate, RATE, RATE_BAND);
  }

  push(samples: Float32Array): void {
    if (this.#finished) throw new Error('The analysis has been finished; a new sound needs a new analyzer');
    for (let at = 0; at < samples.length; at += BLOCK) {
      const piece = samples.subarray(at, at + BLOCK);
      const sound = isSound(piece) ? piece : this.#cleaned(piece);
      this.#meter.add(sound);
      this.#resampler.push(sound, this.#take);
    }
    this.#received += samples.length;
  }

  live(): LiveState {
    const time = this.#received / this.#sampleRate;
    const { notes, pitch } = this.#hearsChords() ? this.#liveChords() : this.#liveVoice();
    return { time, pitch, notes, essence: essenceOf(notes, () => []).essence };
  }

  #liveVoice(): Pick<LiveState, 'notes' | 'pitch'> {
    const { hz, clarity } = this.#path.latest();
    return { notes: this.#live.notes(), pitch: hz > 0 ? { hz, midi: midiOfHz(hz), confidence: clarity } : null };
  }

  /** What the path follows in a chord is no note of it: the polyphonic ear speaks, and the loudest note is the pitch. */
  #liveChords(): Pick<LiveState, 'notes' | 'pitch'> {
    const hearing = this.#polyphony.live(LIVE.mostNotes);
    const loudest = hearing.sounding.reduce<NoteEvent | null>((most, note) => (most === null || note.velocity > most.velocity ? note : most), null);
    const midi = loudest === null ? 0 : loudest.midi + loudest.cents / 100;
    return {
      notes: fillNaps(hearing, hearing.naps.length > 0 ? this.#live.notes() : []),
      pitch: loudest === null ? null : { hz: hzOfMidi(midi), midi, confidence: loudest.confidence },
    };
  }

  finish(): Analysis {
    if (this.#finished) throw new Error('The analysis has been finished already');
    this.#resampler.finish(this.#take);
    const total = Math.ceil((this.#received * RATE) / this.#sampleRate / HOP);
    const silence = new Float32Array(HOP);
    while (this.#steps < total) this.#hear(silence);
    this.#finished = true;
    this.#onsets.finish();
    this.#path.finish(this.#decided);

    const duration = this.#received / this.#sampleRate;
    const chords = this.#polyphony.finish();
    const melody = this.#voice.notes(duration);
    const { notes, tuning } = this.#hearsChords()
      ? { notes: fillNaps(chords, melody.notes), tuning: this.#polyphony.tuning }
      : melody;
    const { essence, complexity } = essenceOf(notes, (midi) => this.#overtones.of(midi));
    const loudest = powerDecibels(this.#loudest / SINE_POWER);
    const silent = !(loudest >= LEVEL.silence);
    return {
      source: 'spectral',
      duration,
      notes: silent ? [] : notes,
      f0: this.#f0(),
      essence: silent ? [] : essence,
      complexity: silent ? 0 : complexity,
      tuning: silent ? { cents: 0, confidence: 0 } : tuning,
      level: this.#meter.level(),
      timbre: this.#timbre.mean(),
      silent,
    };
  }

  #cleaned(samples: Float32Array): Float32Array {
    const clean = this.#clean.subarray(0, samples.length);
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      clean[i] = Number.isFinite(x) ? Math.max(-LEVEL.clip, Math.min(LEVEL.clip, x)) : 0;
    }
    return clean;
  }

  readonly #take = (resampled: Float32Array): void => {
    for (let at = 0; at < resampled.length; at += BLOCK) this.#hear(resampled.subarray(at, Math.min(resampled.length, at + BLOCK)));
  };

  /** Takes at most `BLOCK` samples at `RATE` and works through the steps they complete. */
  #hear(samples: Float32Array): void {
    this.#polyphony.push(samples);
    if (this.#buffered + samples.length > this.#buffer.length) {
      const drop = this.#centre - FRAME / 2;
      this.#buffer.copyWithin(0, drop, this.#buffered);
      this.#buffered -= drop;
      this.#centre -= drop;
    }
    const buffer = this.#buffer;
    const pole = this.#dcPole;
    let input = this.#dcInput;
    let output = this.#dcOutput;
    for (let i = 0, at = this.#buffered; i < samples.length; i++, at++) {
      const x = samples[i]!;
      output = x - input + pole * output;
      input = x;
      buffer[at] = output;
    }
    this.#dcInput = input;
    this.#dcOutput = output;
    this.#buffered += samples.length;
    while (this.#centre + FRAME / 2 <= this.#buffered) {
      this.#step();
      this.#centre += HOP;
      this.#steps++;
    }
  }

  #step(): void {
    const buffer = this.#buffer;
    const centre = this.#centre;
    let energy = 0;
    for (let i = centre - HOP; i < centre + HOP; i++) energy += buffer[i]! * buffer[i]!;
    const power = energy / (2 * HOP);
    this.#loudest = Math.max(this.#loudest, power);
    this.#periodicity.find(buffer, centre, this.#candidates);
    if (power < 10 ** (LEVEL.silence / 10) * SINE_POWER) this.#candidates.count = 0;
    this.#spectrum.measure(buffer, centre);
    this.#onsets.push(this.#spectrum);
    this.#track.heard(power);
    this.#path.push(this.#candidates, this.#decided);
    const { hz, clarity } = this.#path.latest();
    if (hz > 0) {
      this.#overtones.add(hz, this.#spectrum.amplitude);
      if (this.#steps % TIMBRE.every === 0) this.#timbre.add(buffer, centre, powerDecibels(power));
    }
    this.#live.push(hz > 0 ? midiOfHz(hz) : null, clarity, velocityOf(power));
  }

  readonly #decided = (hz: number, clarity: number): void => {
    if (hz > 0) this.#voiced++;
    if (hz > 0 && hz < VOICES.deep) this.#deep++;
    this.#onsets.next();
    this.#voice.push(hz, clarity, this.#onsets.rises, this.#onsets.strikes);
  };

  /** A single voice is heard better by the ear made for it; several voices need the other one. */
  #hearsChords(): boolean {
    return this.#polyphony.severalVoices && !this.#isOneDeepVoice();
  }

  /**
   * Whether the path says that this is one very deep voice: its partials lie closer than the polyphonic ear
   * can tell apart, and look like many voices. A chord's common subharmonic is deep too, but seldom as deep.
   */
  #isOneDeepVoice(): boolean {
    return this.#deep > VOICES.deepShare * this.#voiced;
  }

  #f0(): F0Point[] {
    const { length, hz, clarity } = this.#track;
    return Array.from({ length }, (_, t) => ({ time: t * HOP_SECONDS, hz: hz[t]!, confidence: clarity[t]! }));
  }
}
