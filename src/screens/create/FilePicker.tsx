import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button, type ButtonVariant } from '#ui/controls/Button.tsx';
import { openDroppedOrPasted } from '#features/create/state/recording/recorderControls.ts';

/** Types that pickers offer first; a chosen file is opened by its bytes. */
const ACCEPTED_TYPES = 'audio/*,.mp4,.m4a,.mp3,.wav,.ogg,.webm,.aac,video/*,.mid,.midi,.rmi,.json';

interface FilePickerProps {
  variant: ButtonVariant;
  className?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

/** A button that opens the file picker, then the chosen file. */
export function FilePicker({ variant, className, disabled = false, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const openChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allow choosing the same file again after a refusal.
    event.target.value = '';
    if (files.length > 0) void openDroppedOrPasted(files, '', navigate);
  };
  return (
    <>
      <Button
        variant={variant}
        data-next=""
        className={className}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
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
