import { afterEach, expect, it } from 'vitest';
import { AnalysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import { openSoundFile } from '#features/create/audio/files/openSoundFile.ts';
import { prepareCapture } from '#features/create/audio/recording/capture.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragranceOfSound } from '#features/create/state/processing/processing.ts';
import type { AnalysisResult } from '#analysis/protocol.ts';
import { CHUNK_FRAMES } from '#worklets/pcmSink.ts';
import { wave } from '#tests/fixtures/containers.ts';
import { melody } from '#tests/fixtures/melody.ts';

/** The rate at which files are decoded (decodingRate), Hz. */
const SAMPLE_RATE = 48_000;
const NOW = new Date(0);

let client = new AnalysisClient();
afterEach(() => client.close());

/** A sound in whole chunks of the capture: an offline context ends without the capture's last, shorter one. */
function inChunks(sound: Float32Array): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(Math.ceil(sound.length / CHUNK_FRAMES) * CHUNK_FRAMES);
  whole.set(sound);
  return whole;
}

const fragranceOf = (result: AnalysisResult): Fragrance => fragranceOfSound(result, 'the-same', NOW);

/** The fragrance of samples that come through the worklet, as from a microphone. */
async function recordFragrance(channels: readonly Float32Array<ArrayBuffer>[], encoded: Blob): Promise<Fragrance> {
  const { length } = channels[0]!;
  const context = new OfflineAudioContext(1, length, SAMPLE_RATE);
  const buffer = context.createBuffer(channels.length, length, SAMPLE_RATE);
  channels.forEach((channel, i) => buffer.copyToChannel(channel, i));
  const source = new AudioBufferSourceNode(context, { buffer });
  // A port keeps all that is rendered faster than it is analysed.
  const capture = await prepareCapture(context, client, () => undefined, 'port');
  capture.start(source);
  source.start();
  await context.startRendering();
  capture.stop();
  const live = await capture.finish(new Uint8Array(await encoded.arrayBuffer()));
  if (!live.ok) throw new Error(live.error.message);
  expect(live.value.capture).toMatchObject({ frames: length, lost: 0 });
  return fragranceOf(await beginAnalysis(client, encoded, length / SAMPLE_RATE, { live }).result);
}

/** The fragrance of a file. */
async function opened(file: Blob): Promise<Fragrance> {
  const { analysis } = await openSoundFile(client, file, new AbortController().signal, 'the-same');
  return fragranceOf(await analysis.result);
}

/** Its first three notes. */
const sungChunks = inChunks(melody(SAMPLE_RATE).subarray(0, 2.6 * SAMPLE_RATE));
const quieter = sungChunks.map((sample) => 0.3 * sample);
const inverted = sungChunks.map((sample) => -sample);

it.each<[string, Float32Array<ArrayBuffer>[]]>([
  ['two channels that differ', [sungChunks, quieter]],
  ['two channels of which one is inverted', [sungChunks, inverted]],
])('the same samples give the same fragrance by microphone and by file: %s', async (_, channels) => {
  client = new AnalysisClient();
  const file = new Blob([wave({ channels, sampleRate: SAMPLE_RATE }, { kind: 'f32' })], { type: 'audio/wav' });
  const [mine, theirs] = [await recordFragrance(channels, file), await opened(file)];
  expect(mine.source).toBe('spectral');
  expect(mine.musicEssence.length).toBeGreaterThan(2);
  expect(mine).toEqual(theirs);
});

it('late sound keeps its times, and the time before it counts as lost', async () => {
  client = new AnalysisClient();
  const renderMelody = async (lead: number) => {
    const context = new OfflineAudioContext(1, sungChunks.length, SAMPLE_RATE);
    const buffer = context.createBuffer(1, sungChunks.length, SAMPLE_RATE);
    buffer.copyToChannel(sungChunks, 0);
    const source = new AudioBufferSourceNode(context, { buffer });
    const capture = await prepareCapture(context, client, () => undefined, 'port');
    capture.start(source, lead);
    source.start();
    await context.startRendering();
    capture.stop();
    const live = await capture.finish(new Uint8Array([1]));
    if (!live.ok) throw new Error(live.error.message);
    return live.value;
  };
  const [inTime, late] = [await renderMelody(0), await renderMelody(0.5)];
  expect(inTime.capture.lost).toBe(0);
  // The one sample that marks where the recording began has arrived.
  expect(late.capture.lost).toBe(0.5 * SAMPLE_RATE - 1);
  expect(late.analysis.duration).toBeCloseTo(inTime.analysis.duration + 0.5, 3);
  expect(late.analysis.notes.map(({ onset }) => onset - 0.5)).toEqual(
    inTime.analysis.notes.map(({ onset }) => expect.closeTo(onset, 1)),
  );
});
