import { Scope } from '../lifetime/scope.ts';

/** Saves a file in the visitor's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the blob after the click has returned; a minute is enough.
  new Scope().timeout(() => URL.revokeObjectURL(url), 60_000);
}
