import { openFiles } from './openFiles.ts';
import { notify } from '#core/appState/notices.ts';
import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import { readSound, type SoundFile } from '#features/create/audio/files/readSound.ts';
import { drafts } from '#core/recordings/drafts.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { openSound, type OpenFileResult, fileWords } from './openFile.ts';
import { cancelProcessing, isFragranceOf, processing } from '../processing/processing.ts';
import { begin, finish, detachRecording, resetRecording } from '../recording/currentSound.ts';
import { stopRecording } from '../recording/recorder.ts';
import { recorder, current } from '../recording/recordingState.ts';
import { busy } from '#core/appState/busy.ts';
import { confirmReplacement, type ReplacementQuestion } from '#core/appState/replacement.ts';

/* Files from outside: the system's "Open with", or another app's share sheet. */

/**
 * Opens files from outside (see `openFiles`); confirms before replacing anything unsaved.
 * @param files null or empty when the share has no file, or it is gone
 */
export async function openArrival(files: readonly File[] | null, navigate: (path: string) => void): Promise<void> {
  if (files === null || files.length === 0) {
    notify({
      kind: 'info',
      title: 'There was no file to open.',
      description: 'Share a sound, a MIDI file or a fragrance from Accord.',
      key: 'arrival',
    });
    return;
  }
  await openFiles(files, { navigate, arrived: { openSound: openArrivedSound } });
}

/* Opens sounds from outside: any web site can send one, so nothing unsaved gives way to it without confirmation. */

/** The newest arrival; an older one is dropped while it is read. */
const latestArrival = new LatestTask();

/** Id of a recording or file of the create screen that is no fragrance yet; null when there is none. */
function unsavedSound(): string | null {
  const id = current.recording?.id;
  return recorder.recordingState === 'recorded' && id !== undefined && !isFragranceOf(id) ? id : null;
}

/** Fate of the unsaved sound. `kept`: it stays on this device as a draft. */
async function fateOfSound(): Promise<ReplacementQuestion['sound']> {
  await current.stored;
  const id = unsavedSound();
  if (id === null) return undefined;
  return drafts().some((draft) => draft.id === id) ? 'kept' : 'lost';
}

/** Ends the running analysis or recording; keeps a recording as a draft. */
async function endWork(): Promise<void> {
  if (processing.status === 'analyzing') cancelProcessing();
  if (recorder.recordingState === 'recording') await stopRecording();
  await current.stored;
  if (recorder.recordingState === 'requesting') resetRecording();
  else detachRecording();
}

/**
 * Opens a sound or video file from outside. Where something unsaved would give way, it reads the file first and then
 * confirms; an unsaved sound becomes a draft, which the create screen offers again.
 * @param show shows the create screen
 */
async function openArrivedSound(file: File, show: () => void): Promise<OpenFileResult | 'handled'> {
  const signal = latestArrival.begin();
  const showAudio = (): void => {
    recorder.medium = 'audio';
    show();
  };
  if (!busy.now && unsavedSound() === null) {
    showAudio();
    return openSound(file);
  }
  let read: SoundFile;
  try {
    // Only decode: an analysis would take its time from a running recording.
    read = await readSound(file, signal);
  } catch (error) {
    return { why: signal.aborted ? null : fileWords(error, file.name) };
  }
  const sound = await fateOfSound();
  if (signal.aborted) return { why: null };
  const ends = busy.now;
  const asked: ReplacementQuestion = {
    next: file.name,
    current: null,
    ends,
    ...(sound === undefined ? {} : { sound }),
  };
  if ((ends || sound !== undefined) && !(await confirmReplacement(asked))) return 'handled';
  await endWork();
  showAudio();
  begin('uploading', 'upload');
  recorder.audioFileName = file.name;
  const { blob, duration, isPartial } = read;
  finish({
    id: current.id,
    blob,
    duration,
    analysis: beginAnalysis(analysisClient, blob, duration, { decoded: read.sound }),
    isPartial,
    capture: null,
  });
  return 'opened';
}
