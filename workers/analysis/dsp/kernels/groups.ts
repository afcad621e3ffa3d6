import type { Dictionary } from './kernels.ts';

/** Number of values in a vector. */
export const VECTOR_LANES = 4;

/**
 * Sparse templates: template j has the groups first[j] to first[j + 1] - 1, each with its first band and four values.
 */
interface Groups {
  first: number[];
  band: number[];
  value: number[];
}

/** Cache for the dictionaries so far, shared by all sounds. */
const cache = new WeakMap<Dictionary, Groups>();

/** Templates of a dictionary in groups of four bands, padded with zeros. */
export function groupsOf(dictionary: Dictionary): Groups {
  let groups = cache.get(dictionary);
  if (groups === undefined) cache.set(dictionary, (groups = groupTemplates(dictionary)));
  return groups;
}

function groupTemplates({ templates, first, band, value }: Dictionary): Groups {
  const groups: Groups = { first: [0], band: [], value: [] };
  for (let j = 0; j < templates; j++) {
    const from = groups.band.length;
    for (let i = first[j]!; i < first[j + 1]!; i++) {
      const group = VECTOR_LANES * Math.floor(band[i]! / VECTOR_LANES);
      if (groups.band.length === from || groups.band.at(-1) !== group) {
        groups.band.push(group);
        groups.value.push(0, 0, 0, 0);
      }
      groups.value[VECTOR_LANES * (groups.band.length - 1) + band[i]! - group] = value[i]!;
    }
    groups.first.push(groups.band.length);
  }
  return groups;
}
