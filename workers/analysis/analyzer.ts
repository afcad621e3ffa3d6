import { hzOfMidi, midiOfHz } from '../../src/core/pitch/pitch.ts';
import { powerDecibels } from './dsp/decibels.ts';
import { TimbreMeter } from './timbre/timbreMeter.ts';
import { TIMBRE } from './timbre/parameters.ts';
import { Cleaner, DcFilter } from './dsp/conditioning.ts';
import { withoutBeside } from './beside/besideJudge.ts';
import { createKernels } from './dsp/kernels/index.ts';
import type { Floats, Kernels } from './dsp/kernels/kernels.ts';
import { essenceOf } from './essence.ts';
import { LevelMeter } from './dsp/levelMeter.ts';
import { LiveMelody, type HeardStep } from './live/liveMelody.ts';
import { MonophonicTranscriber, SINE_POWER } from './monophony/monophonicTranscriber.ts';
import { OnsetSalience } from './monophony/onsetSalience.ts';
import { Overtones } from './monophony/overtones.ts';
import { DEEP_VOICE } from './verdict/parameters.ts';
import { ESSENCE, FRAME, HOP, HOP_SECONDS, LEVEL, RATE, RATE_BAND, SPECTRAL_SHAPE, steps } from './parameters.ts';
import { LIVE } from './live/parameters.ts';
import { emptyCandidates, PeriodicityFinder } from './monophony/periodicity.ts';
import { notesOfVoice } from './monophony/glides/glidingNotes.ts';
import { barPitch } from './monophony/correction/bars.ts';
import { raiseOverRumble } from './monophony/correction/rumble.ts';
import { LingeringPitches } from './monophony/lingering/lingeringPitches.ts';
import { PitchPath } from './monophony/pitchPath.ts';
import { PitchTrack } from './monophony/pitchTrack.ts';
import { createPolyphonicTranscriber, type PolyphonicTranscriber } from './polyphony/index.ts';
import { mergeSkippedSpans } from './polyphony/mergeSkippedSpans.ts';
import { Resampler } from './dsp/resample.ts';
import { ResonanceMeter } from './resonances/resonanceMeter.ts';
import { withResonances } from './resonances/resonances.ts';
import { Spectrum } from './dsp/spectrum.ts';
import { SpectralShapeMeter } from './monophony/spectralShape.ts';
import type { WholeSound } from './verdict/soundEvidence.ts';
import { verdictOf } from './verdict/verdict.ts';
import type { Analysis, Analyzer, F0Point, LiveState, NoteEvent, Tuning } from './types.ts';

/** Samples that are processed at once; the result does not depend on it. */
const BLOCK = 4096;

/** Notes up to the end of a sound: the silence that follows it for the last step is none of it. */
const until = (end: number, notes: readonly NoteEvent[]): NoteEvent[] =>
  notes.filter(({ onset }) => onset < end).map((note) => ({ ...note, offset: Math.min(end, note.offset) }));

/** What silence is tuned to. */
const NO_TUNING: Tuning = { cents: 0, confidence: 0 };

/** What the live view shows, and the confidence from which one of its notes is clear. */
type Heard = Pick<LiveState, 'notes' | 'pitch'> & { clear: number };

/** Power below which a step is silent if the loudest step has the power `loudest`. */
function gateOf(loudest: number): number {
  const lowest = 10 ** (LEVEL.lowestGate / 10) * SINE_POWER;
  const highest = 10 ** (LEVEL.silence / 10) * SINE_POWER;
  return Math.min(highest, Math.max(lowest, loudest * 10 ** (-LEVEL.gateRange / 10)));
}

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
  /** Created by the first read of the live state; costs nothing until then. */
  #liveMelody: LiveMelody | null = null;
  /** The notes of one voice as the result would have them, and the step from which they are read again. */
  #soFar: readonly NoteEvent[] = [];
  #soFarDue = 0;
  /** The latest step for the live view; the same object is reused. */
  readonly #heard: HeardStep;
  readonly #track: PitchTrack;
  readonly #monophonic: MonophonicTranscriber;
  #loudest = 0;
  /** Energy of the hop before the next step's centre. */
  #hopEnergy = 0;
  /** Voiced steps so far, how many of them are very low, and the sum of the pitches of these, MIDI. */
  #voiced = 0;
  #deep = 0;
  #deepPitches = 0;
  readonly #dc = new DcFilter(LEVEL.dcCorner, RATE);

  /** @param track collects pitch and power of every step; benches and tests pass their own to read it */
  constructor(sampleRate: number, kernels: Kernels = createKernels(), track = new PitchTrack()) {
    if (!(sampleRate >= 3000 && sampleRate <= 768_000))
      throw new RangeError(`Sample rate ${sampleRate} Hz is not between 3 and 768 kHz`);
    this.#sampleRate = sampleRate;
    this.#kernels = kernels;
    this.#track = track;
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
    if (this.#finished) throw new Error('The analysis has been finished; a new sound needs a new analyzer');
    for (let at = 0; at < samples.length; at += BLOCK) {
      const clean = this.#cleaner.clean(samples.subarray(at, at + BLOCK));
      this.#meter.add(clean);
      this.#resampler.push(clean, this.#processResampled);
    }
    this.#received += samples.length;
  }

  get begun(): number {
    return this.#melody().begun;
  }

  live(): LiveState {
    const time = this.#received / this.#sampleRate;
    const { notes, pitch, clear } = this.#isPolyphonic() ? this.#livePolyphonic() : this.#liveMonophonic();
    return { time, pitch, notes, essence: essenceOf(notes, () => [], clear).essence };
  }

  #melody(): LiveMelody {
    this.#liveMelody ??= new LiveMelody(this.#kernels, this.#spectrum, this.#onsets, this.#steps);
    return this.#liveMelody;
  }

  #liveMonophonic(): Heard {
    const view = this.#melody();
    const [notes, clear] = view.isMelody
      ? [view.notes(), ESSENCE.clearConfidence]
      : [this.#oneVoiceSoFar(), ESSENCE.clearStillness];
    const isHeard = view.isMelody || notes.length > 0;
    const { hz, clarity } = view.newest() ?? this.#path.latest();
    return { notes, clear, pitch: isHeard && hz > 0 ? { hz, midi: midiOfHz(hz), confidence: clarity } : null };
  }

  /** The notes of one voice as the result would have them if the sound ended here; a longer sound is read less often. */
  #oneVoiceSoFar(): readonly NoteEvent[] {
    if (this.#steps >= this.#soFarDue) {
      const gate = gateOf(this.#loudest);
      const { notes } = this.#monophonic.notes(this.#steps * HOP_SECONDS, gate);
      this.#soFar = notesOfVoice(withoutBeside(notes, this.#track, false), this.#track, gate);
      this.#soFarDue = this.#steps + Math.max(steps(LIVE.soFarEvery), Math.round(LIVE.soFarShare * this.#steps));
    }
    return this.#soFar;
  }

  /**
   * Reads notes and the loudest pitch from the polyphonic transcriber: in a chord the pitch path follows a common
   * subharmonic.
   */
  #livePolyphonic(): Heard {
    const polyphonic = this.#polyphonic.live(LIVE.maxNotes);
    const loudest = polyphonic.sounding.reduce<NoteEvent | null>(
      (loudest, note) => (loudest === null || note.velocity > loudest.velocity ? note : loudest),
      null,
    );
    const midi = loudest === null ? 0 : loudest.midi + loudest.cents / 100;
    return {
      notes: mergeSkippedSpans(polyphonic, polyphonic.skipped.length > 0 ? this.#melody().notes() : []),
      clear: ESSENCE.clearConfidence,
      pitch: loudest === null ? null : { hz: hzOfMidi(midi), midi, confidence: loudest.confidence },
    };
  }

  /**
   * Ends the sound and returns what both transcribers have found in it, before it is judged. Call it once, or `finish`.
   */
  transcribe(): WholeSound {
    if (this.#finished) throw new Error('The analysis has been finished already');
    this.#resampler.finish(this.#processResampled);
    const total = Math.ceil((this.#received * RATE) / this.#sampleRate / HOP);
    const silence = new Float32Array(HOP);
    while (this.#steps < total) this.#process(silence);
    this.#finished = true;
    this.#onsets.finish();
    this.#path.finish(this.#onDecided);
    const duration = this.#received / this.#sampleRate;
    const gate = gateOf(this.#loudest);
    return {
      duration,
      gate,
      polyphonic: {
        ...this.#polyphonic.finish(),
        tuning: this.#polyphonic.tuning,
        polyphony: this.#polyphonic.polyphony,
        isOneDeepVoice: this.#isOneDeepVoice(),
      },
      monophonic: this.#monophonic.notes(duration, gate),
      track: this.#track,
      shape: this.#spectralShape.mean(),
    };
  }

  finish(): Analysis {
    const whole = this.transcribe();
    const { duration, polyphonic, monophonic } = whole;
    const isPolyphonic = verdictOf(whole) === 'several voices';
    const dense = isPolyphonic ? polyphonic.dense : null;
    const heard = isPolyphonic
      ? {
          notes: until(
            duration,
            mergeSkippedSpans({ ...polyphonic, notes: dense ?? polyphonic.notes }, monophonic.notes),
          ),
          tuning: polyphonic.tuning,
        }
      : monophonic;
    const { tuning } = heard;
    // The judges of what sounds beside the music do not know the notes of dense sounds.
    const music = dense === null ? withoutBeside(heard.notes, whole.track, isPolyphonic) : heard.notes;
    const notes = isPolyphonic ? music : notesOfVoice(music, whole.track, whole.gate);
    const { essence, complexity } = withResonances(
      essenceOf(
        notes,
        (midi) => this.#overtones.of(midi),
        isPolyphonic ? ESSENCE.clearConfidence : ESSENCE.clearStillness,
      ),
      this.#resonances.finish(),
    );
    const loudest = powerDecibels(this.#loudest / SINE_POWER);
    const silent = !(loudest >= LEVEL.silence);
    return {
      source: silent || notes.length > 0 ? 'spectral' : 'resonance',
      duration,
      notes: silent ? [] : notes,
      f0: this.#f0(),
      essence: silent ? [] : essence,
      complexity: silent ? 0 : complexity,
      tuning: silent ? NO_TUNING : tuning,
      level: this.#meter.level(),
      timbre: this.#spectralShape.mean(),
      colour: silent ? null : this.#timbre.timbre(notes, this.#track, isPolyphonic),
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
    if (power < gateOf(this.#loudest)) this.#candidates.count = 0;
    this.#spectrum.measure(buffer, centre);
    this.#lingering.resolve(this.#candidates, this.#spectrum.amplitude);
    raiseOverRumble(this.#candidates, this.#spectrum.amplitude);
    this.#onsets.push(this.#spectrum);
    this.#track.pushPower(power, this.#candidates.count === 0 ? 0 : barPitch(this.#spectrum.amplitude));
    this.#path.push(this.#candidates, this.#onDecided);
    const { hz, clarity } = this.#path.latest();
    this.#lingering.push(hz);
    if (hz > 0) {
      this.#overtones.add(hz, this.#spectrum.amplitude);
      if (this.#steps % TIMBRE.every === 0) this.#measureTimbre(powerDecibels(power));
    }
    if (this.#liveMelody === null) return;
    const heard = this.#heard;
    heard.hz = hz;
    heard.clarity = clarity;
    heard.power = power;
    heard.loudest = this.#loudest;
    heard.gate = gateOf(this.#loudest);
    heard.centre = centre;
    this.#liveMelody.push(heard);
  }

  /** Measures spectral shape and timbre of a voiced step whose loudness is `level`, dBFS. */
  #measureTimbre(level: number): void {
    const { amplitude } = this.#spectrum;
    if (level >= TIMBRE.floor) this.#timbre.add(this.#steps, amplitude);
    const shape = this.#steps % SPECTRAL_SHAPE.every === 0 ? this.#spectralShape.add(amplitude, level) : null;
    if (shape !== null) this.#timbre.addLong(this.#steps, this.#buffer, this.#centre, shape);
  }

  readonly #onDecided = (path: number, clarity: number): void => {
    // Gate again: a later, louder part raises the gate.
    const hz = this.#track.power[this.#track.length]! < gateOf(this.#loudest) ? 0 : path;
    if (hz > 0) this.#voiced++;
    if (hz > 0 && hz < DEEP_VOICE.belowHz) {
      this.#deep++;
      this.#deepPitches += midiOfHz(hz);
    }
    this.#timbre.decide(hz);
    this.#onsets.next();
    this.#monophonic.push(hz, clarity, this.#onsets);
  };

  /** Chooses the transcriber of the live view: the monophonic one is more accurate for a single voice. */
  #isPolyphonic(): boolean {
    const isKnown = this.#voiced >= steps(DEEP_VOICE.liveAfter);
    return this.#polyphonic.isPolyphonic && !(isKnown && this.#isOneDeepVoice());
  }

  /**
   * Detects one very low voice by the pitch path. The polyphonic transcriber cannot separate its partials and takes them
   * for many voices. The common subharmonic of a chord is seldom as low, and then lacks partials that a voice has.
   */
  #isOneDeepVoice(): boolean {
    return this.#deep > DEEP_VOICE.minShare * this.#voiced && !this.#isMajorChord(this.#deepPitches / this.#deep);
  }

  /**
   * Whether the partials 4, 5 and 6 of a deep pitch, MIDI, are there without 3 and 7: so sounds the major chord two octaves
   * above it.
   */
  #isMajorChord(pitch: number): boolean {
    const partial = (number: number): number => this.#resonances.amplitude(pitch + 12 * Math.log2(number));
    return Math.max(partial(3), partial(7)) < DEEP_VOICE.gap * Math.min(partial(4), partial(5), partial(6));
  }

  #f0(): F0Point[] {
    const { length, hz, clarity } = this.#track;
    return Array.from({ length }, (_, t) => ({ time: t * HOP_SECONDS, hz: hz[t]!, confidence: clarity[t]! }));
  }
}
