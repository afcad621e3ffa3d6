import { hzOfMidi } from './values/pitch.ts';
import { powerDecibels } from './dsp/decibels.ts';
import { TimbreMeter } from './timbre/timbreMeter.ts';
import { TIMBRE } from './timbre/parameters.ts';
import { Cleaner, DcFilter } from './dsp/conditioning.ts';
import { createKernels } from './dsp/kernels/index.ts';
import type { Floats, Kernels } from './dsp/kernels/kernels.ts';
import { essenceOf, type Essence } from './essence.ts';
import { assembleNotes, type AssembledNotes } from './assembleNotes.ts';
import { LevelMeter } from './dsp/levelMeter.ts';
import { refuseOtherSamples } from './dsp/mix.ts';
import { PitchMeter, type HeardStep } from './live/pitchMeter.ts';
import { LevelGate } from './monophony/levelGate.ts';
import { MonophonicTranscriber, SINE_POWER } from './monophony/monophonicTranscriber.ts';
import { OnsetSalience } from './monophony/onsetSalience.ts';
import { Overtones } from './monophony/overtones.ts';
import { DeepVoice } from './texture/deepVoice.ts';
import { isCutVoice } from './texture/cutVoice.ts';
import { DEEP_VOICE, SECONDS } from './texture/parameters.ts';
import { textureLikelihoods, type TextureLikelihood } from './texture/textureClassifier.ts';
import { FRAME, HOP, HOP_SECONDS, LEVEL, RATE, RATE_BAND, SPECTRAL_SHAPE, steps } from './parameters.ts';
import { LIVE } from './live/parameters.ts';
import { emptyCandidates, PeriodicityFinder } from './monophony/periodicity.ts';
import { raiseOverRumble } from './monophony/correction/rumble.ts';
import { voiceTypeOf } from './voiceType/voiceType.ts';
import { LingeringPitches } from './monophony/decayTails/decayTails.ts';
import { PitchPath } from './monophony/pitchPath.ts';
import { PitchTrack } from './monophony/pitchTrack.ts';
import {
  createPolyphonicTranscriber,
  type PolyphonicTranscriber,
  type PolyphonicTranscription,
} from './polyphony/index.ts';
import { Resampler } from './dsp/resample.ts';
import { ResonanceMeter } from './resonances/resonanceMeter.ts';
import { withResonances } from './resonances/resonances.ts';
import { Spectrum } from './dsp/spectrum.ts';
import { SpectralShapeMeter } from './monophony/spectralShape.ts';
import type { TranscriberResults } from './texture/textureFeatures.ts';
import type { Analysis, Analyzer, F0Point, LiveState, Tuning } from './types.ts';

/** Samples that are processed at once; the result does not depend on it. */
const BLOCK = 4096;

/** Tuning of silence. */
const NO_TUNING: Tuning = { cents: 0, confidence: 0 };

/** Analyses one sound from its first to its last sample. */
export class StreamAnalyzer implements Analyzer {
  readonly #sampleRate: number;
  readonly #resampler: Resampler;
  readonly #cleaner = new Cleaner(BLOCK, LEVEL.clip);
  readonly #meter = new LevelMeter();
  /**
   * Samples at `RATE`. The frame of a step is centred on its time, so half a frame of silence comes first.
   */
  readonly #buffer: Floats;
  #buffered = FRAME / 2;
  /** Index in the buffer of the next step's centre. */
  #centre = FRAME / 2;
  #steps = 0;
  #received = 0;
  #finished = false;

  readonly #periodicity: PeriodicityFinder;
  readonly #candidates = emptyCandidates();
  readonly #path = new PitchPath();
  readonly #lingering = new LingeringPitches();
  readonly #spectrum: Spectrum;
  readonly #onsets: OnsetSalience;
  readonly #overtones = new Overtones();
  readonly #spectralShape = new SpectralShapeMeter();
  readonly #timbre: TimbreMeter;
  readonly #resonances: ResonanceMeter;
  readonly #polyphonic: PolyphonicTranscriber;
  readonly #kernels: Kernels;
  /** Created by the first read of the live state; costs nothing before. */
  #needle: PitchMeter | null = null;
  /** The result as if the sound had ended at the last read, and the step of the next read. */
  #soFar: AssembledNotes & Pick<Essence, 'essence'> = {
    notes: [],
    ofOne: new Set(),
    essence: [],
    tuning: NO_TUNING,
    gliding: 0,
    endsWithOne: true,
  };
  #soFarDue = 0;
  /** Final likelihoods of the earliest half seconds, for the next reads of the live state. */
  #settled: TextureLikelihood[] = [];
  /** The latest step for the live view; the same object is reused. */
  readonly #heard: HeardStep;
  readonly #track: PitchTrack;
  readonly #monophonic: MonophonicTranscriber;
  /** Power of the loudest step of the whole sound. */
  #loudest = 0;
  readonly #gate: LevelGate;
  /** Energy of the hop before the next step's centre. */
  #hopEnergy = 0;
  readonly #deepVoice = new DeepVoice();
  readonly #dc = new DcFilter(LEVEL.dcCorner, RATE);

  /** @param track collects pitch and power of every step; benches and tests pass their own to read it */
  constructor(sampleRate: number, kernels: Kernels = createKernels(), track = new PitchTrack()) {
    if (!(sampleRate >= 3000 && sampleRate <= 768_000))
      throw new RangeError(`Sample rate ${sampleRate} Hz is not between 3 and 768 kHz`);
    this.#sampleRate = sampleRate;
    this.#kernels = kernels;
    this.#track = track;
    this.#gate = new LevelGate(track);
    this.#resampler = new Resampler(sampleRate, RATE, RATE_BAND, kernels);
    this.#buffer = kernels.floats(4 * FRAME + 2 * BLOCK);
    this.#periodicity = new PeriodicityFinder(kernels);
    this.#spectrum = new Spectrum(kernels);
    this.#onsets = new OnsetSalience(kernels);
    this.#heard = { hz: 0, clarity: 0, power: 0, loudest: 0, gate: 0, samples: this.#buffer, centre: 0 };
    this.#monophonic = new MonophonicTranscriber(this.#track, kernels);
    this.#timbre = new TimbreMeter(kernels);
    this.#resonances = new ResonanceMeter(kernels);
    this.#polyphonic = createPolyphonicTranscriber(RATE, kernels);
  }

  push(samples: Float32Array): void {
    refuseOtherSamples(samples);
    if (this.#finished) throw new Error('The analysis has been finished; a new sound needs a new analyzer');
    for (let at = 0; at < samples.length; at += BLOCK) {
      const clean = this.#cleaner.clean(samples.subarray(at, at + BLOCK));
      this.#meter.add(clean);
      this.#resampler.push(clean, this.#processResampled);
    }
    this.#received += samples.length;
  }

  get begun(): number {
    return this.#liveNeedle().begun;
  }

  live(): LiveState {
    const needle = this.#liveNeedle();
    this.#readSoFar();
    const { notes, essence, endsWithOne } = this.#soFar;
    const pitch = endsWithOne ? needle.pitch(notes) : this.#loudestSounding();
    return { time: this.#received / this.#sampleRate, pitch, notes, essence };
  }

  #liveNeedle(): PitchMeter {
    this.#needle ??= new PitchMeter(this.#kernels);
    return this.#needle;
  }

  /** Computes the result as if the sound ended here, from time to time; a longer sound is read less often. */
  #readSoFar(): void {
    if (this.#steps < this.#soFarDue) return;
    this.#soFarDue = this.#steps + Math.max(steps(LIVE.soFarEvery), Math.round(LIVE.soFarShare * this.#steps));
    const time = this.#steps * HOP_SECONDS;
    const whole = this.#whole(time, this.#polyphonic.soFar());
    // A chord that begins may look like a deep voice.
    if (this.#deepVoice.voiced < steps(DEEP_VOICE.liveAfter)) whole.polyphonic.isDeepOneVoice = false;
    const odds = textureLikelihoods(whole, this.#settled);
    this.#settled = odds.slice(0, Math.max(0, Math.floor((time - LIVE.settledAfter) / SECONDS.every)));
    const heard = assembleNotes(whole, odds);
    const ofNotes = this.#essenceOf(heard, () => []);
    const isTexture = time - (heard.notes.at(-1)?.offset ?? 0) >= LIVE.textureAfter;
    const { essence } = isTexture ? withResonances(ofNotes, this.#resonances.profile()) : ofNotes;
    this.#soFar = { ...heard, essence };
  }

  /** The loudest pitch that sounds of several: the pitch path follows a common subharmonic of a chord. */
  #loudestSounding(): LiveState['pitch'] {
    const sounding = this.#polyphonic.sounding().sort((a, b) => b.velocity - a.velocity);
    if (sounding.length === 0) return null;
    const { midi: name, cents, confidence } = sounding[0]!;
    const midi = name + cents / 100;
    return { hz: hzOfMidi(midi), midi, confidence };
  }

  /**
   * Ends the sound and returns the notes of both transcribers, before the texture decides between them. Call it once,
   * or `finish`.
   */
  transcribe(): TranscriberResults {
    if (this.#finished) throw new Error('The analysis has been finished already');
    this.#resampler.finish(this.#processResampled);
    const total = Math.ceil((this.#received * RATE) / this.#sampleRate / HOP);
    const silence = new Float32Array(HOP);
    while (this.#steps < total) this.#process(silence);
    this.#finished = true;
    this.#onsets.finish();
    this.#path.finish(this.#onDecided);
    return this.#whole(this.#received / this.#sampleRate, this.#polyphonic.finish());
  }

  /** Results of both transcribers for the first `duration` seconds of the sound. */
  #whole(duration: number, polyphonic: PolyphonicTranscription): TranscriberResults {
    return {
      duration,
      polyphonic: {
        ...polyphonic,
        tuning: this.#polyphonic.tuning,
        polyphonyIn: this.#polyphonic.polyphonyIn,
        isDeepOneVoice: this.#deepVoice.isOne((midi) => this.#resonances.amplitude(midi)),
      },
      monophonic: this.#monophonic.notes(duration),
      track: this.#track,
    };
  }

  #essenceOf({ notes, ofOne }: AssembledNotes, overtonesOf: Parameters<typeof essenceOf>[1]): Essence {
    return essenceOf(notes, overtonesOf, (note) => ofOne.has(note));
  }

  finish(): Analysis {
    const whole = this.transcribe();
    const heard = assembleNotes(whole);
    const { notes, tuning, gliding } = heard;
    const { essence, complexity } = withResonances(
      this.#essenceOf(heard, (midi) => this.#overtones.of(midi)),
      this.#resonances.finish(),
    );
    const loudest = powerDecibels(this.#loudest / SINE_POWER);
    const silent = !(loudest >= LEVEL.silence);
    const timbre = silent ? null : this.#timbre.timbre(notes, this.#track, gliding === null);
    const manner = timbre === null ? null : voiceTypeOf(timbre, notes, this.#track, gliding);
    return {
      source: silent ? null : notes.length > 0 ? 'spectral' : 'resonance',
      duration: whole.duration,
      notes: silent ? [] : notes,
      f0: this.#f0(),
      essence: silent ? [] : essence,
      complexity: silent ? 0 : complexity,
      tuning: silent ? NO_TUNING : tuning,
      level: this.#meter.level(),
      spectralShape: this.#spectralShape.mean(),
      timbre: timbre === null || manner === null ? timbre : { ...timbre, manner },
      silent,
    };
  }

  readonly #processResampled = (resampled: Float32Array): void => {
    for (let at = 0; at < resampled.length; at += BLOCK)
      this.#process(resampled.subarray(at, Math.min(resampled.length, at + BLOCK)));
  };

  /** Takes at most `BLOCK` samples at `RATE` and analyses the steps they complete. */
  #process(samples: Float32Array): void {
    this.#polyphonic.push(samples);
    this.#resonances.push(samples);
    if (this.#buffered + samples.length > this.#buffer.length) {
      const drop = this.#centre - FRAME / 2;
      this.#buffer.copyWithin(0, drop, this.#buffered);
      this.#buffered -= drop;
      this.#centre -= drop;
    }
    this.#dc.push(samples, this.#buffer, this.#buffered);
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
    for (let i = centre; i < centre + HOP; i++) energy += buffer[i]! * buffer[i]!;
    const power = (this.#hopEnergy + energy) / (2 * HOP);
    this.#hopEnergy = energy;
    this.#loudest = Math.max(this.#loudest, power);
    this.#periodicity.find(buffer, centre, this.#candidates);
    this.#track.pushPower(power);
    if (this.#gate.push()) this.#spectrum.peak = 0;
    if (power < this.#gate.gate) this.#candidates.count = 0;
    this.#spectrum.measure(buffer, centre);
    this.#lingering.resolve(this.#candidates, this.#spectrum.amplitude);
    raiseOverRumble(this.#candidates, this.#spectrum.amplitude);
    this.#onsets.push(this.#spectrum);
    this.#path.push(this.#candidates, this.#onDecided);
    const { hz, clarity } = this.#path.latest();
    this.#lingering.push(hz);
    if (hz > 0) {
      this.#overtones.add(hz, this.#spectrum.amplitude);
      if (isCutVoice(hz, this.#spectrum.amplitude)) this.#track.markCutVoice();
      if (this.#steps % TIMBRE.every === 0) this.#measureTimbre(powerDecibels(power));
    }
    if (this.#needle === null) return;
    const heard = this.#heard;
    heard.hz = hz;
    heard.clarity = clarity;
    heard.power = power;
    heard.loudest = this.#gate.loudest;
    heard.gate = this.#gate.gate;
    heard.centre = centre;
    this.#needle.push(heard);
  }

  /** Measures spectral shape and timbre of a voiced step whose loudness is `level`, dBFS. */
  #measureTimbre(level: number): void {
    const { amplitude } = this.#spectrum;
    if (level >= TIMBRE.floor) this.#timbre.add(this.#steps, amplitude);
    const shape = this.#steps % SPECTRAL_SHAPE.every === 0 ? this.#spectralShape.add(amplitude, level) : null;
    if (shape !== null) this.#timbre.addLong(this.#steps, this.#buffer, this.#centre, shape);
  }

  readonly #onDecided = (path: number, clarity: number): void => {
    const step = this.#track.length;
    const isSilent = this.#gate.isSilent(step);
    this.#track.silent[step] = Number(isSilent);
    const hz = isSilent ? 0 : path;
    this.#deepVoice.push(hz);
    this.#timbre.decide(hz);
    this.#onsets.next();
    this.#monophonic.push(hz, clarity, this.#onsets);
  };

  #f0(): F0Point[] {
    const { length, hz, clarity } = this.#track;
    return Array.from({ length }, (_, t) => ({ time: t * HOP_SECONDS, hz: hz[t]!, confidence: clarity[t]! }));
  }
}
