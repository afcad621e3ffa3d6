import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { openFile } from '../../state/recording/recorderControls.ts';

const ACCEPTED = 'audio/*,.mp4,.m4a,.mp3,.wav,.ogg,.webm,.aac';

export interface FilePickerProps {
  className: string;
  disabled?: boolean;
  children: ReactNode;
}

/** A button that opens the file picker, and then the sound that was chosen. */
export function FilePicker({ className, disabled = false, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was refused.
    event.target.value = '';
    if (file !== undefined) void openFile(file);
  };
  return (
    <>
      <button type="button" className={className} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input ref={input} type="file" accept={ACCEPTED} hidden aria-label="Audio file" onChange={chosen} />
    </>
  );
}
