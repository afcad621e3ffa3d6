import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { openBrought } from '../../state/recording/recorderControls.ts';

/** What pickers offer first; whatever is chosen is opened by its bytes. */
const ACCEPTED = 'audio/*,.mp4,.m4a,.mp3,.wav,.ogg,.webm,.aac,video/*,.mid,.midi,.rmi,.json';

export interface FilePickerProps {
  className: string;
  disabled?: boolean;
  children: ReactNode;
}

/** A button that opens the file picker, and then what was chosen. */
export function FilePicker({ className, disabled = false, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again after it was refused.
    event.target.value = '';
    if (files.length > 0) void openBrought(files, '', navigate);
  };
  return (
    <>
      <button
        type="button"
        data-next=""
        className={className}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
      <input ref={input} type="file" accept={ACCEPTED} multiple hidden aria-label="Audio file" onChange={chosen} />
    </>
  );
}
