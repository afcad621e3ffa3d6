import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '#analysis/analyze.ts';
import type { NoteEvent } from '#analysis/types.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';

/** Rate, Hz, of all sound that is played and recorded here. */
export const CARD_RATE = 48_000;
const BYTES_PER_FRAME = 4;
/**
 * Time by which a browser sends sound to the card in advance, ms: a machine that is busy for a moment leaves no gap in
 * the sound.
 */
const BUFFER_MS = 150;
/** Length of one check for sound, and the longest wait for a sound, s. */
const LISTEN_S = 0.25;
const PATIENCE_S = 5;
/** Samples above and below which there is a sound, and none. */
const AUDIBLE_LEVEL = 0.02;
const INAUDIBLE_LEVEL = 1e-3;
/** So many zeros in a row are no part of any sound. */
const HOLE_FRAMES = 0.002 * CARD_RATE;
/** Second difference of samples; 0.001 of a sine of 440 Hz and 0.3. */
const MAX_BEND = 0.004;

/**
 * A private sound card for one browser: a private PulseAudio server whose speakers lead nowhere and can be recorded,
 * and whose microphone gets the test's singing. The measured sound is that of a loudspeaker, after the browser's own
 * mixer. Browsers need one anyway: without a device their audio clocks do not move.
 */
export class SoundCard {
  /** For the browser, so that it plays and records here. */
  readonly env: Record<string, string>;
  readonly #folder: string;
  readonly #processes: ChildProcess[] = [];
  /** The recorded output of the speakers, 32-bit floats. */
  readonly #tape: string;
  #closed = false;
  /** Frames that were recorded before {@link SoundCard.clearOutput}. */
  #from = 0;

  private constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'accord-sound-'));
    this.#tape = join(this.#folder, 'tape.raw');
    const server = `unix:${join(this.#folder, 'native')}`;
    this.env = {
      PULSE_SERVER: server,
      PULSE_SINK: 'speakers',
      PULSE_SOURCE: 'microphone',
      PULSE_LATENCY_MSEC: String(BUFFER_MS),
    };
  }

  /** @throws an Error when the sound server does not come up */
  static async open(): Promise<SoundCard> {
    const card = new SoundCard();
    // Runs also when the tests are interrupted.
    process.once('exit', () => card.close());
    try {
      await card.#start();
      return card;
    } catch (error) {
      card.close();
      throw error;
    }
  }

  async #start(): Promise<void> {
    const modules = [
      `module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0 socket=${join(this.#folder, 'native')}`,
      `module-null-sink sink_name=speakers rate=${CARD_RATE} channels=2`,
      `module-null-sink sink_name=air rate=${CARD_RATE} channels=1`,
      // Browsers do not offer the monitor of a sink as a microphone by itself.
      'module-remap-source master=air.monitor source_name=microphone',
    ];
    const server = this.#spawn('pulseaudio', [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      '--disallow-exit',
      '--log-level=error',
      ...modules.map((module) => `--load=${module}`),
    ]);
    let errors = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const until = performance.now() + WAIT_TIMEOUT_MS;
    while (!(await this.#answers())) {
      if (server.exitCode !== null || performance.now() > until)
        throw new Error(`PulseAudio has not come up. ${errors}`);
    }
    await this.#run('pactl', ['set-default-sink', 'speakers']);
    await this.#run('pactl', ['set-default-source', 'microphone']);
    // Into a file, so that a busy reader misses nothing.
    this.#spawn('parec', [
      '--device=speakers.monitor',
      '--raw',
      '--format=float32le',
      '--channels=1',
      '--latency-msec=40',
      `--rate=${CARD_RATE}`,
      this.#tape,
    ]);
    await this.recordOutput(0.1);
  }

  #spawn(command: string, args: string[]): ChildProcess {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Files that it writes are deleted with the folder.
      env: {
        ...process.env,
        ...this.env,
        HOME: this.#folder,
        XDG_RUNTIME_DIR: this.#folder,
        PULSE_RUNTIME_PATH: this.#folder,
      },
    });
    child.on('error', () => undefined);
    this.#processes.push(child);
    return child;
  }

  #run(command: string, args: string[]): Promise<number | null> {
    const child = this.#spawn(command, args);
    return new Promise((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
  }

  async #answers(): Promise<boolean> {
    return (await this.#run('pactl', ['info'])) === 0;
  }

  /** Plays a WAV file into the microphone, again and again; returns a function that ends it. */
  sing(wav: string): () => void {
    let singing = true;
    const voice = (): ChildProcess =>
      this.#spawn('pacat', ['--playback', '--device=air', '--file-format=wav', wav]).once('exit', (code) => {
        if (code === 0 && singing && !this.#closed) current = voice();
      });
    let current = voice();
    return () => {
      singing = false;
      current.kill();
    };
  }

  /** Frames on the tape so far. */
  get #end(): number {
    return existsSync(this.#tape) ? Math.floor(statSync(this.#tape).size / BYTES_PER_FRAME) : 0;
  }

  /** Drops the sound recorded so far. */
  clearOutput(): void {
    this.#from = this.#end;
  }

  /** Records for so many seconds, by the clock of the card. */
  async recordOutput(seconds: number): Promise<void> {
    const until = this.#end + seconds * CARD_RATE;
    const limit = performance.now() + WAIT_TIMEOUT_MS + seconds * 1000;
    while (this.#end < until) {
      if (performance.now() > limit) throw new Error('Nothing comes from the sound card, not even silence.');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /**
   * The first so many seconds of the next sound since {@link SoundCard.clearOutput}, from its onset on; empty when
   * there is none for a while.
   */
  async firstSound(seconds: number): Promise<Float32Array> {
    for (let listened = 0; listened < PATIENCE_S; listened += LISTEN_S) {
      await this.recordOutput(LISTEN_S);
      const onset = this.recordedSound().findIndex((v) => Math.abs(v) > AUDIBLE_LEVEL);
      if (onset < 0) continue;
      await this.recordOutput(seconds);
      return this.recordedSound().subarray(onset, onset + seconds * CARD_RATE);
    }
    return new Float32Array();
  }

  /**
   * Records until the sound ends.
   * @throws an Error when it does not end
   */
  async silence(): Promise<void> {
    for (let listened = 0; listened < 2 * PATIENCE_S; listened += LISTEN_S) {
      await this.recordOutput(LISTEN_S);
      if (peakOf(this.recordedSound().subarray(-LISTEN_S * CARD_RATE)) < INAUDIBLE_LEVEL) return;
    }
    throw new Error('There is still something to be heard.');
  }

  /** Everything that came out of the speakers since {@link SoundCard.clearOutput}, mono, at {@link CARD_RATE}. */
  recordedSound(): Float32Array<ArrayBuffer> {
    const bytes = Uint8Array.from(readFileSync(this.#tape));
    return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / BYTES_PER_FRAME)).slice(this.#from);
  }

  close(): void {
    this.#closed = true;
    for (const child of this.#processes.reverse()) if (child.exitCode === null) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * The notes in the recorded sound, by our own engine. None of the tests plays a note twice in a row: a repeated note
 * had a gap, and counts once.
 */
export function notesIn(sound: Float32Array<ArrayBuffer>): NoteEvent[] {
  const { notes } = analyze(sound, CARD_RATE);
  return notes.filter(({ midi }, i) => midi !== notes[i - 1]?.midi);
}

/** Highest sample. */
export const peakOf = (sound: Float32Array): number => sound.reduce((peak, v) => Math.max(peak, Math.abs(v)), 0);

/**
 * True when a quiet low tone has a gap: 2 ms without any sound, or a jump. A browser or the sound server causes it when
 * the next sample is late.
 */
export function isBroken(sound: Float32Array): boolean {
  let zeros = 0;
  return sound.some((v, i) => {
    zeros = v === 0 ? zeros + 1 : 0;
    const bend = i < 2 ? 0 : v - 2 * sound[i - 1]! + sound[i - 2]!;
    return zeros > HOLE_FRAMES || Math.abs(bend) > MAX_BEND;
  });
}
