/** Outcome of the system's share sheet. */
type SheetOutcome =
  | 'shared'
  /** The visitor closed it, or another one is open. */
  | 'dismissed'
  /** The browser has none, or requires a new gesture. */
  | 'unavailable';

/** True when the system has a share sheet for this data. */
function hasShareSheet(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false;
  // Browsers without `canShare` take links and text.
  if (typeof navigator.canShare !== 'function') return data.files === undefined;
  try {
    return navigator.canShare(data);
  } catch {
    return false;
  }
}

/**
 * Opens the system's share sheet. Call it within a gesture, with the files ready: reading them would outlast the
 * gesture. A sheet without support for files gets the rest.
 */
export async function openShareSheet(data: ShareData): Promise<SheetOutcome> {
  const { files, ...plain } = data;
  const offer = files !== undefined && hasShareSheet(data) ? data : plain;
  if (!hasShareSheet(offer)) return 'unavailable';
  try {
    await navigator.share(offer);
    return 'shared';
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    // InvalidStateError: an earlier sheet has not answered yet, so nothing was shared by this one.
    return name === 'AbortError' || name === 'InvalidStateError' ? 'dismissed' : 'unavailable';
  }
}
