import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { midiFile, type MidiTrackInput } from '#features/instruments/audio/midi/file/midiWriter.ts';
import { mixToMono } from '#analysis/dsp/mix.ts';
import { readPcm } from '#analysis/pcm/index.ts';

/** Tempo, beats a minute; the places of the beats have no effect. */
const FILE_BPM = 120;

/**
 * Plays a score on a sound font, mono at `rate` Hz; without reverb unless it is in a room. Its files are left in
 * `folder`. @throws when fluidsynth fails
 */
export function playedByFluidsynth(
  folder: string,
  font: string,
  tracks: readonly MidiTrackInput[],
  rate: number,
  inRoom = false,
): Float32Array {
  const score = join(folder, 'score.mid');
  const wave = join(folder, 'score.wav');
  writeFileSync(score, midiFile(FILE_BPM, tracks));
  const room = inRoom ? '1' : '0';
  execFileSync(
    'fluidsynth',
    ['-n', '-i', '-q', '-R', room, '-C', '0', '-g', '0.6', '-r', String(rate), '-O', 's16', '-F', wave, font, score],
    { stdio: 'ignore', timeout: 120_000 },
  );
  return mixToMono(readPcm(readFileSync(wave)).channels);
}
