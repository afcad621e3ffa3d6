import type { CaptureReport } from '../../../workers/protocol.ts';
import type { AnalysisTask } from '../analysis/analysisTask.ts';

/** A sound that was recorded or opened, on its way to a fragrance. */
export interface Recording {
  /** A UUID, given when it began: what binds it to its fragrance, wherever it is stored and whenever. */
  id: string;
  blob: Blob;
  /** Seconds. */
  duration: number;
  analysis: AnalysisTask;
  /** How the capture went; null for files, and where the worker had died. */
  capture: CaptureReport | null;
}
