import { useRef, useState, type ChangeEvent } from 'react';
import { useLocation } from 'wouter';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { importFragrance } from '#features/create/state/opening/importFragrance.ts';
import { exportFragrance } from '#features/share/state/exportFragrance.ts';
import { Button } from '#ui/controls/Button.tsx';
import { BottleIcon, DownloadIcon, MoreIcon, OpenIcon, PlusIcon, SendIcon } from '#ui/icons/laterIcons.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/controls/Menu.tsx';
import styles from './actions.module.css';

interface MoreMenuProps {
  fragrance: Fragrance;
  /** Opened from a playlist: hides actions for the visitor's own sound. */
  fromPlaylist: boolean;
  onSubmit: () => void;
}

/** The other actions: make a bottle, submit it, start another fragrance, save and open files. */
export default function MoreMenu({ fragrance, fromPlaylist, onSubmit }: MoreMenuProps) {
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const openChosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allow choosing the same file again after a refusal.
    event.target.value = '';
    if (file !== undefined && (await importFragrance(file))) navigate('/results');
  };
  return (
    <>
      <Menu
        align="end"
        sheet
        trigger={
          <Button variant="outline">
            <MoreIcon /> More
          </Button>
        }
      >
        {!fromPlaylist && (
          <>
            <MenuItem icon={<BottleIcon size={20} />} onSelect={() => navigate('/customize')}>
              Customize your bottle
            </MenuItem>
            <MenuItem icon={<SendIcon size={20} />} onSelect={onSubmit}>
              Send to our perfumers
            </MenuItem>
          </>
        )}
        <MenuItem icon={<PlusIcon size={20} />} onSelect={() => navigate('/create')}>
          Create a Fragrance
        </MenuItem>
        <MenuSeparator />
        <SaveAs fragrance={fragrance} />
        <MenuItem icon={<OpenIcon size={20} />} hint="A JSON file from Accord" onSelect={() => input.current?.click()}>
          Open a copy
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="Fragrance file"
        onChange={(event) => void openChosen(event)}
      />
    </>
  );
}

/** The files that a fragrance can be saved as, behind one entry. */
function SaveAs({ fragrance }: Pick<MoreMenuProps, 'fragrance'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuItem icon={<DownloadIcon size={20} />} expanded={open} onSelect={() => setOpen(!open)}>
        Save as...
      </MenuItem>
      {open && (
        <div className={styles.files}>
          <MenuItem hint="PNG, 1200 × 630" onSelect={() => void exportFragrance(fragrance, 'picture')}>
            Download picture
          </MenuItem>
          <MenuItem hint="MIDI, for any music program" onSelect={() => void exportFragrance(fragrance, 'midi')}>
            Notes as MIDI
          </MenuItem>
          <MenuItem hint="WAV, as they sound here" onSelect={() => void exportFragrance(fragrance, 'wav')}>
            Notes as sound
          </MenuItem>
          <MenuItem hint="JSON, to open it again later" onSelect={() => void exportFragrance(fragrance, 'json')}>
            Save a copy
          </MenuItem>
        </div>
      )}
    </>
  );
}
