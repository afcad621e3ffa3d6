import { findAiffSamples, isAiff } from './aiff.ts';
import { findAuSamples, findCafSamples, isAu, isCaf } from './caf.ts';
import { PcmError, type Pcm, type Range, type SampleFormat } from './pcm.ts';
import { readSamples } from './samples.ts';
import { findWavSamples, isWave } from './wav.ts';

/** Files that hold samples as they are, or nearly so: WAVE and its kin, AIFF, CAF and .au. Pure, for the page and for Node. */

export { PcmError, type Pcm, type PcmErrorCode } from './pcm.ts';

function find(bytes: Uint8Array): { format: SampleFormat; range: Range } {
  if (isWave(bytes)) return findWavSamples(bytes);
  if (isAiff(bytes)) return findAiffSamples(bytes);
  if (isCaf(bytes)) return findCafSamples(bytes);
  if (isAu(bytes)) return findAuSamples(bytes);
  throw new PcmError('not_pcm', 'Neither a WAVE, AIFF, CAF nor AU file.');
}

/**
 * Decodes such a file, whichever it is.
 * @param maxSamples samples of all channels together that are read at most
 * @throws PcmError
 */
export function readPcm(bytes: Uint8Array, maxSamples = Infinity): Pcm {
  const { format, range } = find(bytes);
  return readSamples(bytes, range, format, maxSamples);
}
