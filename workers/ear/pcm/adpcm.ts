import { PcmError, viewOf, type SampleFormat } from './pcm.ts';

/**
 * ADPCM: four bits a sample, the change from the prediction of the last samples. IMA's (Interactive Multimedia
 * Association, 1992) in the packing of WAVE and of QuickTime, and Microsoft's (Microsoft & IBM, "Multimedia Data Standards
 * Update", 1994).
 */

/** The 89 step sizes, from the published table. */
export const IMA_STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const IMA_INDEX = [-1, -1, -1, -1, 2, 4, 6, 8];

/** Decoder of one channel: its prediction and step size. */
class Ima {
  predicted = 0;
  index = 0;

  begin(predicted: number, index: number): void {
    this.predicted = predicted;
    this.index = Math.max(0, Math.min(88, index));
  }

  /** Decodes four bits to the next sample, -32768 to 32767. */
  next(code: number): number {
    const step = IMA_STEPS[this.index]!;
    let change = step >> 3;
    if (code & 4) change += step;
    if (code & 2) change += step >> 1;
    if (code & 1) change += step >> 2;
    this.predicted = Math.max(-32_768, Math.min(32_767, this.predicted + (code & 8 ? -change : change)));
    this.index = Math.max(0, Math.min(88, this.index + IMA_INDEX[code & 7]!));
    return this.predicted;
  }
}

/** Blocks of WAVE: a header of 4 bytes a channel, then 4 bytes (8 samples) of each channel in turn. */
export function imaWav(data: Uint8Array, { channels: count, bytes: block }: SampleFormat): Float32Array<ArrayBuffer>[] {
  const header = 4 * count;
  if (block < header) throw new PcmError('unsupported', 'The blocks of the ADPCM are too small.');
  const view = viewOf(data);
  const framesOf = (length: number): number => (length < header ? 0 : 1 + 8 * Math.floor((length - header) / header));
  const blocks = Math.floor(data.length / block);
  const frames = blocks * framesOf(block) + framesOf(data.length - blocks * block);
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  let frame = 0;
  for (let at = 0; at + header <= data.length; at += block) {
    const inBlock = framesOf(Math.min(block, data.length - at));
    for (let channel = 0; channel < count; channel++) {
      const ima = new Ima();
      const samples = channels[channel]!;
      ima.begin(view.getInt16(at + 4 * channel, true), view.getUint8(at + 4 * channel + 2));
      samples[frame] = ima.predicted / 32_768;
      for (let i = 0; i < inBlock - 1; i++) {
        const byte = data[at + header + Math.floor(i / 8) * header + 4 * channel + ((i % 8) >> 1)]!;
        samples[frame + 1 + i] = ima.next(i & 1 ? byte >> 4 : byte & 15) / 32_768;
      }
    }
    frame += inBlock;
  }
  return channels;
}

/** Packets of QuickTime, AIFF-C and CAF: 34 bytes (64 samples) of each channel in turn. */
export function imaQuickTime(data: Uint8Array, { channels: count }: SampleFormat): Float32Array<ArrayBuffer>[] {
  const packets = Math.floor(data.length / (34 * count));
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(64 * packets);
    const ima = new Ima();
    for (let packet = 0; packet < packets; packet++) {
      const at = 34 * (packet * count + channel);
      const head = (data[at]! << 8) | data[at + 1]!;
      // The header has nine bits of the prediction: keep the running one, more exact, if it agrees.
      const predicted = ((head & 0xff80) << 16) >> 16;
      ima.begin(Math.abs(predicted - ima.predicted) < 128 ? ima.predicted : predicted, head & 0x7f);
      for (let i = 0; i < 64; i++) {
        const byte = data[at + 2 + (i >> 1)]!;
        samples[64 * packet + i] = ima.next(i & 1 ? byte >> 4 : byte & 15) / 32_768;
      }
    }
    return samples;
  });
}

const MS_ADAPTATION = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];

/** Blocks of Microsoft's: a header of 7 bytes a channel, then four bits of each channel in turn. */
export function msAdpcm(data: Uint8Array, format: SampleFormat): Float32Array<ArrayBuffer>[] {
  const { channels: count, bytes: block, coefficients = [] } = format;
  const header = 7 * count;
  if (count > 2 || block < header) throw new PcmError('unsupported', 'This kind of ADPCM is not supported.');
  const view = viewOf(data);
  const framesOf = (length: number): number => (length < header ? 0 : 2 + Math.floor((2 * (length - header)) / count));
  const blocks = Math.floor(data.length / block);
  const frames = blocks * framesOf(block) + framesOf(data.length - blocks * block);
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  let frame = 0;
  for (let at = 0; at + header <= data.length; at += block) {
    const inBlock = framesOf(Math.min(block, data.length - at));
    for (let channel = 0; channel < count; channel++) {
      const samples = channels[channel]!;
      const [first, second] = coefficients[data[at + channel]!] ?? [256, 0];
      const field = (place: number): number => view.getInt16(at + count + 2 * (place * count + channel), true);
      let delta = field(0);
      let last = field(1);
      let before = field(2);
      samples[frame] = before / 32_768;
      samples[frame + 1] = last / 32_768;
      for (let i = 2; i < inBlock; i++) {
        const nibble = (i - 2) * count + channel;
        const byte = data[at + header + (nibble >> 1)]!;
        const code = nibble & 1 ? byte & 15 : byte >> 4;
        const predicted = (last * first + before * second) >> 8;
        const sample = Math.max(-32_768, Math.min(32_767, predicted + (code > 7 ? code - 16 : code) * delta));
        samples[frame + i] = sample / 32_768;
        before = last;
        last = sample;
        delta = Math.min(0x7fff_ffff >> 9, Math.max(16, (MS_ADAPTATION[code]! * delta) >> 8));
      }
    }
    frame += inBlock;
  }
  return channels;
}
