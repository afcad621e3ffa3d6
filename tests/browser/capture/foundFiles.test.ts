import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFiles } from '../../../src/features/listen/state/opening/openFiles.ts';
import { current, resetRecording } from '../../../src/features/listen/state/recording/currentSound.ts';
import { recorder } from '../../../src/features/listen/state/recording/recorderView.ts';
import { onNotice } from '../../../src/core/shell/notices.ts';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import { cutWave, emptyWave, oddMp3s, quietWave, WAVES } from '../../fixtures/foundSounds.ts';
import { filmed } from '../support/filmed.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';

/** Files as people have them, through the one door for files: each is heard, or refused in words. */

const titles: string[] = [];
onNotice(({ title }) => titles.push(title));

beforeEach(() => {
  history.pushState(null, '', '/');
  titles.length = 0;
});
afterEach(() => {
  resetRecording();
  localStorage.clear();
});

const open = (bytes: BlobPart, name = 'found'): Promise<void> =>
  openFiles([new File([bytes], name)], { navigate: () => undefined });

/** What is heard of a file. */
async function heard(bytes: BlobPart): Promise<{ essence: string[]; seconds: number; silent: boolean }> {
  await open(bytes);
  expect(titles).toEqual([]);
  expect(recorder.recordingState).toBe('recorded');
  const { analysis } = await current.recording!.analysis.result;
  return { essence: [...analysis.essence].sort(), seconds: recorder.duration!, silent: analysis.silent };
}

const WHOLE = [...MELODY_NOTES].sort();
const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

describe('a WAVE file', () => {
  it.each(Object.keys(WAVES))('with %s is heard', async (name) => {
    const { essence, seconds } = await heard(WAVES[name]!());
    expect(essence).toEqual(WHOLE);
    expect(seconds).toBeCloseTo(6, 1);
  });

  it('that was cut off is heard as far as it goes', async () => {
    const { essence, seconds } = await heard(cutWave());
    expect(essence).toEqual(['A4', 'C4', 'E4', 'G4']);
    expect(seconds).toBeCloseTo(3, 1);
  });

  it('that is too soft is silence, and one of nothing is refused', async () => {
    expect((await heard(quietWave())).silent).toBe(true);
    resetRecording();
    await open(emptyWave());
    expect(titles).toEqual(['There is no sound in this file.']);
  });
});

describe('a compressed file', () => {
  it('MP3 is heard, whatever stands before, in and behind it', async () => {
    for (const [name, bytes] of Object.entries(oddMp3s(await bytesOf(await fixtureFile('melody.mp3'))))) {
      const { essence, seconds } = await heard(bytes);
      expect([name, essence]).toEqual([name, WHOLE]);
      expect(seconds).toBeCloseTo(6, 0);
      resetRecording();
    }
  });

  it('that was cut off is heard as far as it goes', async () => {
    for (const name of ['melody.mp3', 'melody.ogg']) {
      const bytes = await bytesOf(await fixtureFile(name));
      const { essence, seconds } = await heard(bytes.slice(0, 0.6 * bytes.length));
      expect(essence).toEqual(expect.arrayContaining(['C4', 'E4', 'G4']));
      expect(seconds).toBeGreaterThan(2.5);
      expect(seconds).toBeLessThan(5);
      resetRecording();
    }
    const film = await bytesOf(await filmed({ tone: true }));
    expect((await heard(film.slice(0, 0.6 * film.length))).essence).toContain('A4');
  });
});
