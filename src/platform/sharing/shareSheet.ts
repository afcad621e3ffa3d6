/** How the system's share sheet went. */
export type SheetOutcome =
  | 'shared'
  /** The person closed it. */
  | 'dismissed'
  /** There is none, or the browser wants a fresh tap first. */
  | 'unavailable';

/** True when the system has a share sheet that takes this data. */
export function hasShareSheet(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false;
  // Older sheets cannot be asked; they take links and text.
  if (typeof navigator.canShare !== 'function') return data.files === undefined;
  try {
    return navigator.canShare(data);
  } catch {
    return false;
  }
}

/**
 * Opens the system's share sheet; call it within a gesture or shortly after. The files must be ready, since reading
 * them would outlast the gesture; a sheet that takes no files gets the rest.
 */
export async function openShareSheet(data: ShareData): Promise<SheetOutcome> {
  const { files, ...plain } = data;
  const offer = files !== undefined && hasShareSheet(data) ? data : plain;
  if (!hasShareSheet(offer)) return 'unavailable';
  try {
    await navigator.share(offer);
    return 'shared';
  } catch (error) {
    return (error as { name?: unknown } | null)?.name === 'AbortError' ? 'dismissed' : 'unavailable';
  }
}
