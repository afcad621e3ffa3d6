import { findAiffSamples, isAiff } from './aiff.ts';
import { PcmError, type Pcm, type Range, type SampleFormat } from './pcm.ts';
import { readSamples } from './samples.ts';
import { findWavSamples, isWave } from './wav.ts';

/**
 * Reads files of PCM or simply coded samples: WAVE and variants, and AIFF. Pure, for the page and for Node.
 */

export { PcmError, type Pcm, type PcmErrorCode } from './pcm.ts';

function find(bytes: Uint8Array): { format: SampleFormat; range: Range } {
  if (isWave(bytes)) return findWavSamples(bytes);
  if (isAiff(bytes)) return findAiffSamples(bytes);
  throw new PcmError('not_pcm', 'Neither a WAVE nor an AIFF file.');
}

/**
 * Decodes a file of any of these formats.
 * @param maxSamples maximum number of samples, all channels together
 * @throws PcmError
 */
export function readPcm(bytes: Uint8Array, maxSamples = Infinity): Pcm {
  const { format, range } = find(bytes);
  return readSamples(bytes, range, format, maxSamples);
}
