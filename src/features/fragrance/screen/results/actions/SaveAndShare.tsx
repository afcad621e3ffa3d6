import { saveFile } from '../../../../../core/storage/saveFile.ts';
import { canShareFile, shareFile } from '../../../../share/state/index.ts';
import { buttonClass, type ButtonLook } from '../../../../../ui/controls/button.ts';
import { DownloadIcon, ShareIcon } from '../../../../../ui/icons/laterIcons.tsx';

interface SaveAndShareProps {
  file: File | null;
  /** The kind of file: 'picture', 'film'. */
  what: string;
  /** The name of the fragrance, which the share sheet shows. */
  name: string;
  look?: ButtonLook;
}

/** A button for the system's share sheet; renders nothing where that takes no files. */
export function ShareFile({ file, what, name }: { file: File; what: string; name: string }) {
  if (!canShareFile(file)) return null;
  return (
    <button type="button" className={buttonClass('outline')} onClick={() => void shareFile(file, name)}>
      <ShareIcon /> <span>{`Share ${what}`}</span>
    </button>
  );
}

/** Buttons to save a file and, where supported, to open the system's share sheet. */
export function SaveAndShare({ file, what, name, look = 'outline' }: SaveAndShareProps) {
  return (
    <>
      <button
        type="button"
        className={buttonClass(look)}
        aria-disabled={file === null}
        onClick={() => file !== null && saveFile(file, file.name)}
      >
        <DownloadIcon /> <span>{`Save ${what}`}</span>
      </button>
      {file !== null && <ShareFile file={file} what={what} name={name} />}
    </>
  );
}
