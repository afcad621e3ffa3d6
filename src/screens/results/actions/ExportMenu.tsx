import { useRef, type ChangeEvent } from 'react';
import { useLocation } from 'wouter';
import type { Fragrance } from '../../../domain/fragrance/model.ts';
import { exportFragrance, importFragrance } from '../../../state/fragrance/export.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { DownloadIcon } from '../../../ui/controls/icons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/controls/Menu.tsx';

/** Take it with you: the fragrance as files, and a fragrance from one. */
export default function ExportMenu({ profile }: { profile: Fragrance }) {
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const chosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was refused.
    event.target.value = '';
    if (file !== undefined && (await importFragrance(file))) navigate('/results');
  };
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={buttonClass('outline')}>
            <DownloadIcon /> Export
          </button>
        }
      >
        <MenuItem hint="PNG, 1200 × 630" onSelect={() => void exportFragrance(profile, 'picture')}>
          Download picture
        </MenuItem>
        <MenuItem hint="MIDI, for any music program" onSelect={() => void exportFragrance(profile, 'midi')}>
          Notes as MIDI
        </MenuItem>
        <MenuItem hint="WAV, as the notes sound here" onSelect={() => void exportFragrance(profile, 'wav')}>
          Essence as sound
        </MenuItem>
        <MenuItem hint="JSON, to open it again later" onSelect={() => void exportFragrance(profile, 'json')}>
          Profile as a file
        </MenuItem>
        <MenuSeparator />
        <MenuItem hint="A JSON file from Accord" onSelect={() => input.current?.click()}>
          Import a profile
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="Fragrance file"
        onChange={(event) => void chosen(event)}
      />
    </>
  );
}
