import type { Dictionary, Floats, Kernels, Plan, Templates } from './kernels.ts';
import { groupsOf, VECTOR_LANES } from './groups.ts';
import { at, KernelMemory } from './memory.ts';
import { planTables } from './plan.ts';

/** Exports of ../assembly/index.ts; every argument is an address or a number. */
interface Exports {
  memory: WebAssembly.Memory;
  heapBase(): number;
  power(...values: number[]): void;
  amplitudes(...values: number[]): number;
  resample(...values: number[]): number;
  halve(...values: number[]): void;
  correlateDirectly(...values: number[]): void;
  correlate(...values: number[]): void;
  normalise(...values: number[]): void;
  peaks(...values: number[]): number;
  maxima(...values: number[]): void;
  sumEight(...values: number[]): void;
  pick(...values: number[]): void;
  sumOfRises(...values: number[]): number;
  rises(...values: number[]): void;
  accumulateAbsolute(...values: number[]): void;
  normaliseByFluctuation(...values: number[]): void;
  decodeStep(...values: number[]): number;
  logs(...values: number[]): void;
  flux(...values: number[]): number;
  decompose(...values: number[]): void;
}

class MemoryPlan implements Plan {
  readonly size: number;
  readonly tables: number;

  constructor(size: number, tables: Floats) {
    this.size = size;
    this.tables = tables.byteOffset;
  }
}

/** Templates in groups of four bands; the arrays fit the largest dictionary so far. */
interface GroupedTemplates extends Templates {
  first: Int32Array;
  band: Int32Array;
  value: Floats;
  templateSum: Floats;
  bands: number;
}

/** The hot loops in WebAssembly. Each instance has a separate memory and never frees any of it. */
export class WebAssemblyKernels extends KernelMemory implements Kernels {
  readonly name = 'webassembly';
  readonly #wasm: Exports;
  readonly #plans = new Map<number, MemoryPlan>();

  constructor(module: WebAssembly.Module) {
    const wasm = new WebAssembly.Instance(module).exports as unknown as Exports;
    super(wasm.memory.buffer, wasm.heapBase());
    this.#wasm = wasm;
  }

  plan(size: number): Plan {
    let plan = this.#plans.get(size);
    if (plan === undefined) this.#plans.set(size, (plan = new MemoryPlan(size, this.constants(planTables(size)))));
    return plan;
  }

  readonly power: Kernels['power'] = (plan, samples, start, window, out) =>
    this.#wasm.power((plan as MemoryPlan).tables, plan.size / 2, at(samples, start), at(window), at(out));

  readonly amplitudes: Kernels['amplitudes'] = (power, count, scale, peak, out) =>
    this.#wasm.amplitudes(at(power), count, scale, peak, at(out));

  readonly resample: Kernels['resample'] = (
    { table, taps, phases, wholeStep, phaseStep },
    history,
    start,
    phase,
    last,
    out,
    to,
    room,
  ) =>
    this.#wasm.resample(
      at(table),
      taps,
      phases,
      wholeStep,
      phaseStep,
      at(history),
      start,
      phase,
      last,
      at(out, to),
      room,
    );

  readonly halve: Kernels['halve'] = (samples, start, taps, middle, out, to, count) =>
    this.#wasm.halve(at(samples, start), at(taps), taps.length, middle, at(out, to), count);

  readonly correlateDirectly: Kernels['correlateDirectly'] = (samples, start, count, out, to, delays) =>
    this.#wasm.correlateDirectly(at(samples, start), count, at(out, to), delays);

  readonly correlate: Kernels['correlate'] = (plan, samples, start, count, reach, out, to, delays) => {
    const { tables, size } = plan as MemoryPlan;
    this.#wasm.correlate(tables, size / 2, at(samples, start), count, reach, at(out, to), delays);
  };

  readonly normalise: Kernels['normalise'] = (
    rows,
    rowCount,
    stride,
    samples,
    start,
    window,
    energy,
    factor,
    out,
    delays,
  ) => this.#wasm.normalise(at(rows), rowCount, stride, at(samples, start), window, energy, factor, at(out), delays);

  readonly peaks: Kernels['peaks'] = (values, from, to, least, out) =>
    this.#wasm.peaks(at(values), from, to, least, at(out));

  readonly maxima: Kernels['maxima'] = (amplitude, count, filtered) =>
    this.#wasm.maxima(at(amplitude), count, at(filtered));

  readonly sumEight: Kernels['sumEight'] = (values, indices, count, out, to) =>
    this.#wasm.sumEight(at(values), at(indices), count, at(out, to));

  readonly pick: Kernels['pick'] = (values, indices, count, out, maxima, to) =>
    this.#wasm.pick(at(values), at(indices), count, at(out, to), at(maxima, to));

  readonly sumOfRises: Kernels['sumOfRises'] = (now, nowAt, then, thenAt, floor, count) =>
    this.#wasm.sumOfRises(at(now, nowAt), at(then, thenAt), floor, count);

  readonly rises: Kernels['rises'] = (values, now, then, floor, offset, count, out, to) =>
    this.#wasm.rises(at(values, now), at(values, then), floor, offset, count, at(out, to));

  readonly accumulateAbsolute: Kernels['accumulateAbsolute'] = (values, from, sign, count, sums) =>
    this.#wasm.accumulateAbsolute(at(values, from), sign, count, sums.byteOffset);

  readonly normaliseByFluctuation: Kernels['normaliseByFluctuation'] = (values, from, sums, floor, share, count, out) =>
    this.#wasm.normaliseByFluctuation(at(values, from), sums.byteOffset, floor, share, count, at(out));

  readonly decodeStep: Kernels['decodeStep'] = (
    { score, began, risen },
    costs,
    rises,
    saliences,
    recent,
    row,
    count,
    step,
    best,
    pathBin,
  ) =>
    this.#wasm.decodeStep(
      at(rises),
      at(saliences),
      at(recent),
      row,
      at(score),
      at(began),
      at(risen),
      count,
      step,
      costs.after,
      best,
      pathBin,
      costs.perBin,
      costs.deviationCap,
      costs.unvoicedInNote,
      costs.onsetSalience,
      costs.stayThroughOnset,
      costs.begin,
      costs.beginAtRise,
      costs.riseFrom,
      costs.riseTo,
    );

  readonly logs: Kernels['logs'] = (power, gain, count, out, to) =>
    this.#wasm.logs(at(power), gain, count, at(out, to));

  readonly flux: Kernels['flux'] = (values, now, then, count) =>
    this.#wasm.flux(at(values, now), at(values, then), count);

  templates(dictionary: Dictionary, previous?: Templates): Templates {
    const grouped = groupsOf(dictionary);
    let { first, band, value } = (previous as GroupedTemplates | undefined) ?? { first: null, band: null, value: null };
    if (first === null || band === null || value === null || band.length < grouped.band.length) {
      // Reserve memory for the templates of every tuning: they differ by a few groups.
      const most = Math.ceil(1.1 * grouped.band.length);
      first = this.indices(grouped.first);
      band = this.indices(new Int32Array(most));
      value = this.floats(VECTOR_LANES * most);
    }
    first.set(grouped.first);
    band.set(grouped.band);
    value.set(grouped.value);
    const templateSum =
      (previous as GroupedTemplates | undefined)?.templateSum ?? this.floats(dictionary.templateSum.length);
    templateSum.set(dictionary.templateSum);
    const bands = VECTOR_LANES * Math.ceil(dictionary.templateSum.length / VECTOR_LANES);
    return { dictionary, first, band, value, templateSum, bands } satisfies GroupedTemplates as Templates;
  }

  readonly decompose: Kernels['decompose'] = (templates, magnitude, amount, fit) => {
    const { dictionary, first, band, value, templateSum, bands } = templates as GroupedTemplates;
    const { updates, carryOver, uniformAmount, negligible } = fit;
    this.#wasm.decompose(
      at(first),
      at(band),
      at(value),
      at(templateSum),
      dictionary.templates,
      at(magnitude),
      bands,
      at(amount),
      updates,
      carryOver,
      uniformAmount,
      negligible,
    );
  };
}
