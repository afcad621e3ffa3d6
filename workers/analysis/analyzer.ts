import { powerDecibels } from './dsp/decibels.ts';
import { TimbreMeter } from './timbre/timbreMeter.ts';
import { TIMBRE } from './timbre/parameters.ts';
import { Cleaner } from './dsp/conditioning.ts';
import { createKernels } from './dsp/kernels/index.ts';
import type { Kernels } from './dsp/kernels/kernels.ts';
import { essenceOf } from './essence.ts';
import { assembleNotes } from './assembleNotes.ts';
import { LevelMeter } from './dsp/levelMeter.ts';
import { MAX_CHUNK_SAMPLES, StepFrames } from './dsp/stepFrames.ts';
import { refuseOtherSamples } from './dsp/mix.ts';
import { loudestPitch, PitchMeter } from './live/pitchMeter.ts';
import { ProvisionalResult } from './live/provisionalResult.ts';
import { LevelGate } from './monophony/levelGate.ts';
import { MonophonicTranscriber, SINE_POWER } from './monophony/monophonicTranscriber.ts';
import { OnsetSalience } from './monophony/onsetSalience.ts';
import { Overtones } from './monophony/overtones.ts';
import { DeepVoice } from './texture/deepVoice.ts';
import { isCutVoice } from './texture/cutVoice.ts';
import { DEEP_VOICE } from './texture/parameters.ts';
import { HOP, HOP_SECONDS, LEVEL, SAMPLE_RATE, RESAMPLER_BAND, SPECTRAL_SHAPE, steps } from './parameters.ts';
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
import { NO_TUNING } from './monophony/tuning.ts';
import type { Analysis, Analyzer, LiveState } from './types.ts';

/** Analyses one sound from its first to its last sample. */
export class StreamAnalyzer implements Analyzer {
  readonly #sampleRate: number;
  readonly #resampler: Resampler;
  readonly #cleaner = new Cleaner(MAX_CHUNK_SAMPLES, LEVEL.clip);
  readonly #meter = new LevelMeter();
  readonly #frames: StepFrames;
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
  readonly #soFar: ProvisionalResult;
  readonly #track: PitchTrack;
  readonly #monophonic: MonophonicTranscriber;
  /** Power of the loudest step of the whole sound. */
  #loudest = 0;
  readonly #gate: LevelGate;
  readonly #deepVoice = new DeepVoice();

  /** @param track collects pitch and power of every step; benches and tests pass their own to read it */
  constructor(sampleRate: number, kernels: Kernels = createKernels(), track = new PitchTrack()) {
    if (!(sampleRate >= 3000 && sampleRate <= 768_000))
      throw new RangeError(`Sample rate ${sampleRate} Hz is not between 3 and 768 kHz`);
    this.#sampleRate = sampleRate;
    this.#kernels = kernels;
    this.#track = track;
    this.#gate = new LevelGate(track);
    this.#resampler = new Resampler(sampleRate, SAMPLE_RATE, RESAMPLER_BAND, kernels);
    this.#frames = new StepFrames(kernels);
    this.#periodicity = new PeriodicityFinder(kernels);
    this.#spectrum = new Spectrum(kernels);
    this.#onsets = new OnsetSalience(kernels);
    this.#monophonic = new MonophonicTranscriber(this.#track, kernels);
    this.#timbre = new TimbreMeter(kernels);
    this.#resonances = new ResonanceMeter(kernels);
    this.#soFar = new ProvisionalResult(this.#resonances);
    this.#polyphonic = createPolyphonicTranscriber(SAMPLE_RATE, kernels);
  }

  push(samples: Float32Array): void {
    refuseOtherSamples(samples);
    if (this.#finished) throw new Error('The analysis has been finished; a new sound needs a new analyzer');
    for (let at = 0; at < samples.length; at += MAX_CHUNK_SAMPLES) {
      const clean = this.#cleaner.clean(samples.subarray(at, at + MAX_CHUNK_SAMPLES));
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
    const { notes, essence, endsWithOne } = this.#soFar.read(this.#steps, this.#transcribeSoFar);
    const pitch = endsWithOne ? needle.pitch(notes) : loudestPitch(this.#polyphonic.sounding());
    return { time: this.#received / this.#sampleRate, pitch, notes, essence };
  }

  #liveNeedle(): PitchMeter {
    return (this.#needle ??= new PitchMeter(this.#kernels, this.#frames, this.#gate));
  }

  /** Results of both transcribers as if the sound ended here. */
  readonly #transcribeSoFar = (): TranscriberResults => {
    const results = this.#whole(this.#steps * HOP_SECONDS, this.#polyphonic.soFar());
    // A chord that begins may look like a deep voice.
    if (this.#deepVoice.voiced < steps(DEEP_VOICE.liveAfter)) results.polyphonic.isDeepOneVoice = false;
    return results;
  };

  /**
   * Ends the sound and returns the notes of both transcribers, before the texture decides between them. Call it once,
   * or `finish`.
   */
  transcribe(): TranscriberResults {
    if (this.#finished) throw new Error('The analysis has been finished already');
    this.#resampler.finish(this.#processResampled);
    const total = Math.ceil((this.#received * SAMPLE_RATE) / this.#sampleRate / HOP);
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

  finish(): Analysis {
    const results = this.transcribe();
    const assembled = assembleNotes(results);
    const { notes, ofOne, tuning, gliding } = assembled;
    const { essence, complexity } = withResonances(
      essenceOf(
        notes,
        (midi) => this.#overtones.of(midi),
        (note) => ofOne.has(note),
      ),
      this.#resonances.finish(),
    );
    const loudest = powerDecibels(this.#loudest / SINE_POWER);
    const silent = !(loudest >= LEVEL.silence);
    const timbre = silent ? null : this.#timbre.timbre(notes, this.#track, gliding === null);
    const manner = timbre === null ? null : voiceTypeOf(timbre, notes, this.#track, gliding);
    return {
      source: silent ? null : notes.length > 0 ? 'spectral' : 'resonance',
      duration: results.duration,
      notes: silent ? [] : notes,
      f0: this.#track.points(),
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
    for (let at = 0; at < resampled.length; at += MAX_CHUNK_SAMPLES)
      this.#process(resampled.subarray(at, Math.min(resampled.length, at + MAX_CHUNK_SAMPLES)));
  };

  /** Takes at most `MAX_CHUNK_SAMPLES` samples at `SAMPLE_RATE` and analyses the steps they complete. */
  #process(samples: Float32Array): void {
    this.#polyphonic.push(samples);
    this.#resonances.push(samples);
    const frames = this.#frames;
    frames.push(samples);
    while (frames.isReady) {
      this.#step();
      frames.advance();
      this.#steps++;
    }
  }

  #step(): void {
    const { samples: buffer, centre } = this.#frames;
    const power = this.#frames.measurePower();
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
    this.#needle?.push(hz, clarity, power);
  }

  /** Measures spectral shape and timbre of a voiced step whose loudness is `level`, dBFS. */
  #measureTimbre(level: number): void {
    const { amplitude } = this.#spectrum;
    if (level >= TIMBRE.floor) this.#timbre.add(this.#steps, amplitude);
    const shape = this.#steps % SPECTRAL_SHAPE.every === 0 ? this.#spectralShape.add(amplitude, level) : null;
    if (shape !== null) this.#timbre.addLong(this.#steps, this.#frames.samples, this.#frames.centre, shape);
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
}
