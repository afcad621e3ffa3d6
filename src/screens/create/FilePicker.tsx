import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { openBrought } from '#features/create/state/recording/recorderControls.ts';

/** Types that pickers offer first; a chosen file is opened by its bytes. */
const ACCEPTED_TYPES = 'audio/*,.mp4,.m4a,.mp3,.wav,.ogg,.webm,.aac,video/*,.mid,.midi,.rmi,.json';

interface FilePickerProps {
  className: string;
  disabled?: boolean;
  children: ReactNode;
}

/** A button that opens the file picker, then the chosen file. */
export function FilePicker({ className, disabled = false, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const openChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allow choosing the same file again after a refusal.
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
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_TYPES}
        multiple
        hidden
        aria-label="Audio file"
        onChange={openChosen}
      />
    </>
  );
}
