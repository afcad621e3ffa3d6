import type { CaptureReport } from '#analysis/protocol.ts';
import type { AnalysisTask } from '../analysis/analysisTask.ts';

/** A recorded or opened sound. */
export interface Recording {
  /** A UUID from its beginning: links it to its fragrance, wherever and whenever it is stored. */
  id: string;
  blob: Blob;
  /** Seconds. */
  duration: number;
  analysis: AnalysisTask;
  /** True for a file of which only a part could be decoded. */
  isPartial?: boolean;
  /** Report of the capture; null for files, and when the worker died. */
  capture: CaptureReport | null;
}
