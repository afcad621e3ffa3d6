import { ref } from 'valtio';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Create from '#screens/create/Create.tsx';
import Results from '#screens/results/Results.tsx';
import { AUDIO_ERRORS } from '#screens/create/controls/audioErrors.ts';
import { clearLiveView, applyLiveUpdate } from '#features/create/audio/recording/liveView.ts';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { resetRecording } from '#features/create/state/recording/currentSound.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { EXAMPLE_FRAGRANCE } from '#features/fragrance/domain/composition/exampleFragrance.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { deleteCurrentFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { beginProcessing } from '#features/create/state/processing/processing.ts';
import { player } from '#features/instruments/state/playback/player.ts';
import { midiName } from '#analysis/values/pitch.ts';
import { recorder, setMusic } from '#features/create/state/recording/recordingState.ts';
import { session } from '#features/session/state/session.ts';
import { analyzedSound } from '#tests/unit/state/testData.ts';
import { allByRole, byRole, change, mount, pass, press, stopTheClock, text } from '../support/mount.tsx';

afterEach(() => {
  resetRecording();
  setMusic(false);
  session.user = null;
  localStorage.clear();
});

function dragEvent(type: string, file: File): DragEvent {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  return new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
}

test('a muted microphone and an empty recording get their own words instead of praise', async () => {
  await mount(<Create />);
  await change(() => Object.assign(recorder, { recordingState: 'recording', recordingTime: 6, unheard: true }));
  expect(text()).toContain('We hear nothing yet. Check that your microphone is on.');
  await change(() => (recorder.muted = true));
  expect(text()).toContain('Your microphone is muted. Unmute it, then keep going.');
  await change(() => Object.assign(recorder, { muted: false, unheard: false, quiet: true }));
  expect(text()).toContain('Stop whenever you like.');
  expect(text()).not.toContain('Lovely');
  await change(() => (recorder.quiet = false));
  expect(text()).toContain('Lovely. Stop whenever you like.');
});

describe('the inactive create screen', () => {
  test('has the title, the Record button, and a sentence that the hint replaces after 4 s', async () => {
    stopTheClock();
    await mount(<Create />);
    expect(byRole('heading', 'Create Your Fragrance').tagName).toBe('H1');
    expect(byRole('button', 'Record')).toBeTruthy();
    expect(text()).toContain('Record your voice or upload an audio file');
    await pass(3999);
    expect(text()).toContain('Record your voice or upload an audio file');
    await pass(1);
    expect(text()).toContain('Press Record to capture your sound. Hold at least 5 seconds for best results.');
    expect(text()).not.toContain('Record your voice or upload an audio file');
  });

  test('plays an example before a recording, and its flower moves with it', async () => {
    await mount(<Create />);
    const example = byRole('button', `Hear an example: ${EXAMPLE_FRAGRANCE.name}`);
    const isAnimated = () => example.querySelectorAll('path[data-now]').length > 0;
    await press(example);
    await expect.poll(isAnimated).toBe(true);
    expect(player.sounding).toBe('recording');
    await press(example);
    expect(player.sounding).toBe(null);
    await expect.poll(isAnimated).toBe(false);
  });

  test('shows a returning visitor the last flower in place of the example, with a link to its page', async () => {
    localStorage.setItem(
      'fragranceProfile',
      JSON.stringify(fragranceFromEssence({ essence: ['C4'], source: 'spectral', now: new Date(0), name: 'Rose' })),
    );
    await mount(<Create />);
    await expect.poll(() => allByRole('link', 'Open your last fragrance, Rose').length).toBe(1);
    expect(byRole('link', 'Open your last fragrance, Rose').getAttribute('href')).toBe('/results');
    expect(text()).toMatch(/Your last fragrance:\s+Rose/);
    expect(allByRole('button', /example/)).toEqual([]);
    // Logged out, or deleted: nothing is left of it.
    await change(deleteCurrentFragrance);
    expect(allByRole('link', /last fragrance/)).toEqual([]);
  });

  test('shows a fragrance that was made meanwhile as the new one, until it was opened', async () => {
    setCurrentFragrance(fragranceFromEssence({ essence: ['C4'], source: 'spectral', now: new Date(0), name: 'Rose' }));
    await mount(<Create />);
    await expect.poll(text).toContain('Rose');
    await change(() => beginProcessing(analyzedSound()));
    expect(text()).toContain(`Your new fragrance:\n${fragrance.current!.name}`);
    expect(byRole('link', /^Open your new fragrance, /).getAttribute('href')).toBe('/results');
    await mount(<Results />);
    await mount(<Create />);
    await expect.poll(text).toContain(fragrance.current!.name);
    expect(text()).not.toContain('Your new fragrance');
    deleteCurrentFragrance();
  });

  test('announces the video mode in words', async () => {
    await mount(<Create />);
    expect(text()).toContain('Video AI Coming Soon!');
  });

  test('draws the waveform 150 px high', async () => {
    const screen = await mount(<Create />);
    const canvas = screen.querySelector<HTMLCanvasElement>('canvas[data-part="wave"]')!;
    expect(canvas.getBoundingClientRect().height).toBe(150);
    const isDrawn = () =>
      canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value !== 0);
    await expect.poll(isDrawn).toBe(true);
  });

  test('stores the Music switch', async () => {
    await mount(<Create />);
    const music = allByRole('switch', /./)[0]!;
    expect(music.getAttribute('aria-checked')).toBe('false');
    await press(music);
    expect(music.getAttribute('aria-checked')).toBe('true');
    expect(localStorage.getItem('accord:music')).toBe('true');
  });
});

describe('the create screen during a recording', () => {
  test('has a red pill with its time, and then its length and the actions for it', async () => {
    await mount(<Create />);
    await change(() => Object.assign(recorder, { recordingState: 'recording', recordingTime: 1 }));
    const pill = byRole('button', 'Stop recording, 0:01');
    await expect.poll(() => getComputedStyle(pill).backgroundColor).toMatch(/rgb\((179, 38, 30|240, 105, 92)\)/);
    await change(() => Object.assign(recorder, { recordingState: 'recorded', duration: 1.2 }));
    expect(text()).toContain('1 second of you.');
    expect(byRole('button', 'Create Fragrance')).toBeTruthy();
    expect(byRole('button', 'Play Recording')).toBeTruthy();
    await press(byRole('button', 'Reset'));
    expect(recorder.recordingState).toBe('inactive');
    expect(byRole('heading', 'Create Your Fragrance')).toBeTruthy();
  });

  test('shows the notes as they are sung, and the essence as it forms', async () => {
    const screen = await mount(<Create />);
    clearLiveView();
    await change(() => Object.assign(recorder, { recordingState: 'recording', recordingTime: 2 }));
    const sing = (midi: number | null) =>
      applyLiveUpdate({
        time: 2,
        level: -18,
        columns: [{ peak: 0.5, midi }],
        pitch: midi === null ? null : { hz: 440, midi, confidence: 0.9 },
        notes: [],
        essence: ['A4', 'C4'],
      });
    const note = () => screen.querySelector('[data-part="note"]')!.textContent;
    sing(69.12);
    await expect.poll(note).toBe('A4');
    expect(screen.textContent).not.toContain('cents');
    const chips = [...screen.querySelectorAll('[data-part="essence"] li')].map((chip) => chip.textContent);
    expect(chips).toEqual([expect.stringContaining('A4'), 'C4Rose']);
    expect(screen.querySelector('[data-part="spoken"]')!.textContent).toMatch(/^Heard so far: A4 .+, C4 Rose\.$/);
    sing(null);
    await expect.poll(note).toBe('...');
  });

  test('shows after Stop at once that it works, and its time stops', async () => {
    await mount(<Create />);
    await change(() => Object.assign(recorder, { recordingState: 'recording', recordingTime: 16, stopping: true }));
    expect(byRole('heading', 'One moment...')).toBeTruthy();
    expect(text()).toContain('We have your sound and are finding its notes.');
    expect(text()).not.toMatch(/We are listening|Lovely/);
    const busy = byRole('button', 'Finishing, 0:16');
    expect(busy.getAttribute('aria-busy')).toBe('true');
    expect(getComputedStyle(busy).backgroundColor).not.toMatch(/rgb\((179, 38, 30|240, 105, 92)\)/);
    await press(byRole('button', 'Cancel'));
    // The recorder is loaded with the first press.
    await expect.poll(() => [recorder.recordingState, recorder.stopping]).toEqual(['inactive', false]);
  });

  test('has the words next to the flower, not under it, on a phone', async () => {
    await page.viewport(390, 844);
    const screen = await mount(<Create />);
    clearLiveView();
    await change(() => Object.assign(recorder, { recordingState: 'recording', recordingTime: 2 }));
    const flower = screen.querySelector('canvas[data-part="face"]')!.getBoundingClientRect();
    for (const midi of [56, 58, 63, 69]) {
      applyLiveUpdate({
        time: 2,
        level: -18,
        columns: [{ peak: 0.5, midi }],
        pitch: { hz: 440, midi, confidence: 0.9 },
        notes: [],
        essence: [],
      });
      await expect.poll(() => screen.querySelector('[data-part="note"]')!.textContent).toBe(midiName(midi));
      for (const name of ['note', 'perfume']) {
        const words = document.createRange();
        words.selectNodeContents(screen.querySelector(`[data-part="${name}"]`)!);
        expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(flower.left);
      }
    }
    await page.viewport(414, 896);
  });

  test('does not run through the states when a key is held down', async () => {
    await mount(<Create />);
    const record = byRole('button', 'Record');
    const repeated = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    record.dispatchEvent(repeated);
    expect(repeated.defaultPrevented).toBe(true);
    const first = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    record.dispatchEvent(first);
    expect(first.defaultPrevented).toBe(false);
  });
});

describe('after the press of Record', () => {
  test('the idle flower is faint and silent until the first note, and the invitation disappears', async () => {
    const screen = await mount(<Create />);
    const resting = byRole('button', 'Hear an example: Saffron Refrain with Galbanum').parentElement!;
    await change(() => (recorder.recordingState = 'requesting'));
    await expect.poll(() => getComputedStyle(resting).opacity).toBe('0.3');
    expect(resting.inert).toBe(true);
    await expect.poll(text).not.toContain('Speak, sing');
    await change(() => (recorder.recordingState = 'recording'));
    expect(getComputedStyle(resting).opacity).toBe('0.3');
    screen.querySelector('canvas[data-part="face"]')!.setAttribute('data-shown', '');
    await expect.poll(() => getComputedStyle(resting).opacity).toBe('0');
    await change(() => (recorder.recordingState = 'inactive'));
    expect(resting.inert).toBe(false);
  });
});

describe('the create screen with a recording', () => {
  const FLAT_WAVE = Array.from({ length: 240 }, () => ({ peak: 0, midi: null }));
  const part = (screen: Element, name: string) => screen.querySelector<HTMLElement>(`[data-part="${name}"]`)!;

  test.each([
    ['before the analysis', {}, 'Finding your notes'],
    ['without pitch', { waveform: FLAT_WAVE }, 'No clear pitch: its texture becomes your notes'],
    [
      'after a failure of the engine',
      { waveform: FLAT_WAVE, engineFailed: true },
      'Your browser could not analyze this sound: its texture becomes your notes',
    ],
    ['silent', { waveform: FLAT_WAVE, silent: true }, 'No sound was heard'],
    ['with notes', { waveform: FLAT_WAVE, essence: ['C4', 'A4'] }, 'Rose'],
  ])('shows the result of a short recording, %s, without an invitation', async (_, analyzed, words) => {
    const screen = await mount(<Create />);
    await change(() => Object.assign(recorder, { recordingState: 'recording' }));
    await change(() => Object.assign(recorder, { recordingState: 'recorded', duration: 1.2, ...analyzed }));
    expect(text()).toContain('1 second of you.');
    expect(text()).toContain('Hold at least 5 seconds for best results.');
    await expect.poll(() => part(screen, 'perfume').textContent).toBe(words);
    await expect.poll(text).not.toMatch(/Speak, sing|Your notes gather here|low: resin/);
  });

  test('has no advice about its length from five seconds on, and none for a file', async () => {
    await mount(<Create />);
    await change(() => Object.assign(recorder, { recordingState: 'recorded', duration: 5 }));
    expect(text()).not.toContain('Hold at least 5 seconds');
    const file = { recordingMode: 'upload', audioFileName: 'a.wav', duration: 1, isPartial: true };
    await change(() => Object.assign(recorder, file));
    expect(text()).not.toContain('Hold at least 5 seconds');
    expect(text()).toContain('a.wav, 1 second. The rest of this file could not be read.');
  });

  test('never shows the waveform of the inactive state, which has nine colors', async () => {
    const screen = await mount(<Create />);
    const canvas = part(screen, 'wave') as HTMLCanvasElement;
    const colors = (): number => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const found = new Set<string>();
      // Only opaque pixels: edges are mixed.
      for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 250) found.add(data.slice(i, i + 3).join());
      return found.size;
    };
    await expect.poll(colors).toBeGreaterThan(9);
    await change(() => Object.assign(recorder, { recordingState: 'recorded', duration: 1.2 }));
    await expect.poll(colors).toBeLessThan(3);
  });

  test('shows its state while it plays and while its fragrance is made', async () => {
    await mount(<Create />);
    await change(() => Object.assign(recorder, { recordingState: 'recorded', duration: 65.4, playing: true }));
    expect(text()).toContain('1:05');
    expect(byRole('button', 'Playing...')).toBeTruthy();
    await change(() => Object.assign(recorder, { playing: false, creating: true }));
    expect(byRole('button', 'Processing...').getAttribute('aria-busy')).toBe('true');
  });

  test('names the file that was opened', async () => {
    await mount(<Create />);
    await change(() =>
      Object.assign(recorder, {
        recordingState: 'recorded',
        recordingMode: 'upload',
        audioFileName: 'lullaby.m4a',
        duration: 12,
      }),
    );
    expect(text()).toContain('lullaby.m4a, 12 seconds.');
  });
});

describe("the panel of a microphone's failure", () => {
  test('suggests another browser first if this one gives pages no microphone', async () => {
    vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never);
    await mount(<Create />);
    await press(byRole('button', 'Record'));
    await expect.poll(() => allByRole('alert', 'Microphone Access Failed').length).toBe(1);
    const panel = byRole('alert', 'Microphone Access Failed').textContent;
    expect(panel).toContain('Open Accord in an up-to-date Chrome, Edge, Firefox or Safari');
    expect(panel).not.toContain('plugged in');
  });

  test('shows its title, all suggestions and a way without it, and Try Again tries again', async () => {
    const [type, title] = ['permission_denied', 'Microphone Access Blocked'] as const;
    await mount(<Create />);
    await change(() => {
      recorder.audioError = {
        type,
        message: 'Failed to access microphone. Please check your permissions and try again.',
      };
    });
    // It is loaded when something goes wrong for the first time.
    await expect.poll(() => allByRole('alert', title).length).toBe(1);
    const panel = byRole('alert', title);
    expect(panel.querySelector('h2')!.textContent).toBe(title);
    expect(panel.innerText).toContain('Failed to access microphone. Please check your permissions and try again.');
    expect([...panel.querySelectorAll('li')].map((item) => item.innerText)).toEqual([
      ...AUDIO_ERRORS[type].suggestions,
    ]);
    const ways = panel.nextElementSibling!;
    expect(ways.contains(byRole('button', 'Choose a file'))).toBe(true);
    expect([...ways.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      'Play the keyboard',
      'Tap a beat',
    ]);
    await press(byRole('button', 'Try Again'));
    expect(recorder.audioError).toBeNull();
    await expect.poll(() => recorder.recordingState).toBe('recording');
    await change(() => resetRecording());
  });

  test.each(Object.keys(AUDIO_ERRORS))(
    'lists the suggestions against %s in the first view of a phone',
    async (type) => {
      await page.viewport(390, 844);
      await mount(<Create />);
      await change(() => {
        recorder.audioError = {
          type: type as keyof typeof AUDIO_ERRORS,
          message: 'Failed to access microphone. Please check your permissions and try again.',
        };
      });
      await expect.poll(() => allByRole('alert', /./).length).toBe(1);
      const { suggestions } = AUDIO_ERRORS[type as keyof typeof AUDIO_ERRORS];
      expect([...allByRole('alert', /./)[0]!.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
        ...suggestions,
      ]);
      expect(byRole('button', 'Choose a file').getBoundingClientRect().bottom).toBeLessThan(844);
      await page.viewport(414, 896);
    },
  );

  test('suggests no drop of a file on a touch screen', async () => {
    const media = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? ({ matches: true } as MediaQueryList) : media(query),
    );
    await mount(<Create />);
    await change(() => {
      recorder.audioError = { type: 'not_found', message: '' };
    });
    const panel = byRole('alert', 'No Microphone Found');
    expect(panel.textContent).not.toMatch(/drop/);
    expect(panel.textContent).toContain('“Choose a file”, tap a beat or play the keyboard');
    expect([...panel.nextElementSibling!.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/secret-keyboard',
      '/beat-maker',
    ]);
  });
});

/** Half a second of A4 as a WAVE file. */
const SONG_FILE = wavFile(
  [Float32Array.from({ length: 8000 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / 16_000))],
  16_000,
);

describe('files on the create screen', () => {
  test('show their own waveform once they are analysed, and no details before', async () => {
    const screen = await mount(<Create />);
    const caption = () => screen.querySelector('figcaption')!.textContent;
    await change(() =>
      Object.assign(recorder, {
        recordingState: 'recorded',
        recordingMode: 'upload',
        duration: 2,
        audioFileName: 'a.wav',
      }),
    );
    expect(text()).not.toContain('as you sing');
    expect(caption()).toBe('A line: the waveform of your sound is not known yet.');
    await change(() => {
      recorder.essence = ['A4', 'C4'];
      // Loud in its first half, and nothing in its second.
      recorder.waveform = ref(
        Array.from({ length: 240 }, (_, i) => ({ peak: i < 120 ? 1 : 0, midi: i < 120 ? 69 : null })),
      );
    });
    expect(caption()).toMatch(/^The waveform of your sound/);
    const notes = () => [...screen.querySelectorAll('[data-part="essence"] li strong')].map((name) => name.textContent);
    await expect.poll(notes).toEqual(['A4', 'C4']);
    const canvas = screen.querySelector<HTMLCanvasElement>('canvas[data-part="wave"]')!;
    /** The highest painted row of a half of the picture, from 0 at the top to 1 at the bottom. */
    const top = (half: 0 | 1): number => {
      const width = Math.floor(canvas.width / 2);
      const { data } = canvas.getContext('2d')!.getImageData(half * width, 0, width, canvas.height);
      return Math.floor(data.findIndex((value, i) => i % 4 === 3 && value > 0) / 4 / width) / canvas.height;
    };
    await expect.poll(() => top(0)).toBeLessThan(0.05);
    expect(top(1)).toBeGreaterThan(0.4);
    await press(byRole('button', 'Reset'));
    await expect.poll(caption).toMatch(/^A waveform at rest/);
  });

  test('without anything audible show a message, and offer no fragrance', async () => {
    await mount(<Create />);
    const silence = { recordingState: 'recorded', duration: 2, silent: true };
    await change(() => Object.assign(recorder, silence, { recordingMode: 'upload', audioFileName: 'a.wav' }));
    expect(byRole('heading', 'We heard nothing')).toBeTruthy();
    // A file has no microphone, and is no song.
    expect(text()).toContain("We couldn't hear anything in this file.");
    expect(text()).not.toMatch(/microphone|as you sing/);
    expect(byRole('button', 'Choose another file')).toBeTruthy();
    expect(allByRole('button', 'Create Fragrance')).toEqual([]);
    await change(() => Object.assign(recorder, silence, { recordingMode: 'live', audioFileName: null }));
    expect(text()).toContain("We couldn't hear anything. Try again a little closer to the microphone.");
    expect(allByRole('button', 'Create Fragrance')).toEqual([]);
    await press(byRole('button', 'Record again'));
    await expect.poll(() => recorder.recordingState).toBe('recording');
    expect(byRole('heading', 'We are listening')).toBeTruthy();
  });

  test('show a welcome while they are over the page, and are opened when they are dropped, with any name', async () => {
    const screen = await mount(<Create />);
    const seen = new Set<string | null>();
    const watching = new MutationObserver(() => seen.add(screen.querySelector('h1')!.textContent));
    watching.observe(screen, { subtree: true, childList: true, characterData: true });
    const file = new File([SONG_FILE], 'notes.txt', { type: 'text/plain' });
    await change(() => window.dispatchEvent(dragEvent('dragenter', file)));
    expect(text()).toContain('Drop your sound anywhere');
    await change(() => window.dispatchEvent(dragEvent('drop', file)));
    expect(text()).not.toContain('Drop your sound anywhere');
    await expect.poll(() => recorder.recordingState).toBe('recorded');
    expect(recorder.audioFileName).toBe('notes.txt');
    watching.disconnect();
    expect([...seen]).toContain('Opening your sound');
    await press(byRole('button', 'Reset'));
  });

  test('have their flower on the sheet, and no idle flower', async () => {
    const screen = await mount(<Create />);
    await change(() => window.dispatchEvent(dragEvent('drop', new File([SONG_FILE], 'song.wav'))));
    await expect.poll(() => screen.querySelectorAll('canvas[data-part="face"][data-shown]').length).toBe(1);
    expect(screen.querySelector('[data-faint]')).toBeNull();
    await press(byRole('button', 'Reset'));
  });

  test('can be chosen on the sheet by visitors who cannot drag', async () => {
    const screen = await mount(<Create />);
    const input = screen.querySelector<HTMLInputElement>('input[type="file"]')!;
    const asked = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    input.addEventListener('click', asked);
    await press(byRole('button', 'Choose a file'));
    expect(asked).toHaveBeenCalledOnce();
    const chosen = new DataTransfer();
    chosen.items.add(new File([SONG_FILE], 'song.wav', { type: 'audio/wav' }));
    await change(() => {
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(() => recorder.recordingState).toBe('recorded');
    expect(recorder.audioFileName).toBe('song.wav');
    expect(allByRole('button', 'Choose a file')).toEqual([]);
    await press(byRole('button', 'Reset'));
  });

  test('are neither taken nor opened in the tab during a recording', async () => {
    await mount(<Create />);
    await change(() => Object.assign(recorder, { recordingState: 'recording' }));
    const drop = dragEvent('drop', new File(['RIFF'], 'song.wav', { type: 'audio/wav' }));
    await change(() => window.dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    expect(recorder.recordingState).toBe('recording');
    expect(recorder.audioFileName).toBeNull();
  });

  test('are chosen by Upload File only by the allow-list', async () => {
    await mount(<Create />);
    expect(allByRole('button', 'Upload File')).toEqual([]);
    await change(() => {
      session.user = { email: 'stranger@example.com' } as NonNullable<typeof session.user>;
    });
    expect(allByRole('button', 'Upload File')).toEqual([]);
    await change(() => {
      session.user = { email: 'ADA@example.com' } as NonNullable<typeof session.user>;
    });
    expect(byRole('button', 'Upload File')).toBeTruthy();
    expect(document.querySelector<HTMLInputElement>('input[type="file"]')!.accept).toMatch(
      /\.mp4,\.m4a,\.mp3,\.wav,\.ogg,\.webm,\.aac/,
    );
  });
});

describe('the keyboard secret', () => {
  test('is revealed for 5 s by six clicks on the screen', async () => {
    stopTheClock();
    await mount(<Create />);
    const title = byRole('heading', 'Create Your Fragrance');
    for (let click = 0; click < 5; click++) await press(title);
    expect(text()).not.toContain('You found a secret');
    await press(title);
    const link = byRole('link', 'play the Sound Perfume Keyboard');
    expect(link.getAttribute('href')).toBe('/secret-keyboard');
    await pass(4999);
    expect(text()).toContain('You found a secret');
    await pass(1);
    expect(text()).not.toContain('You found a secret');
  });

  test('does not count clicks on controls', async () => {
    await mount(<Create />);
    for (let click = 0; click < 6; click++) await press(allByRole('switch', /./)[0]!);
    expect(text()).not.toContain('You found a secret');
  });
});

test('the Tab key reaches every control, in reading order', async () => {
  await mount(<Create />);
  const order: string[] = [];
  for (let i = 0; i < 4; i++) {
    await userEvent.tab();
    const here = document.activeElement as HTMLElement;
    order.push(here.getAttribute('role') ?? here.ariaLabel ?? (here.textContent ?? '').trim());
  }
  expect(order).toEqual([`Hear an example: ${EXAMPLE_FRAGRANCE.name}`, 'Choose a file', 'Record', 'switch']);
});
