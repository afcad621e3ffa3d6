import { Scope } from '../lifetime/scope.ts';
import { notify } from '../appState/notices.ts';

/**
 * True in the browser inside another app, by the names that such apps give: most of them ignore a download. On iOS they
 * leave out `Safari`, on Android they have `wv`.
 */
export function isInOtherApp(userAgent: string = navigator.userAgent): boolean {
  return (
    /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|TikTok|musical_ly|BytedanceWebview|Snapchat|Pinterest\/|Twitter|LinkedInApp|; wv\)/.test(
      userAgent,
    ) || /\((iPhone|iPad|iPod)[^)]*\) AppleWebKit(?!.*Safari\/)/.test(userAgent)
  );
}

/** Saves a file in the visitor's downloads. Shows how to save it where another app's browser may ignore that. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  if (isInOtherApp())
    notify({
      kind: 'info',
      title: 'This app may not save files.',
      description: 'If nothing was saved, open the menu of this app, choose “Open in browser”, and save it there.',
      duration: 8000,
      key: 'saving',
    });
  // Safari reads the blob after the click has returned; a minute is enough.
  new Scope().timeout(() => URL.revokeObjectURL(url), 60_000);
}
