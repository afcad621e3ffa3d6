import { useSnapshot } from 'valtio';
import { recorder, setMusic } from '../../../features/listen/state/recording/recorderView.ts';
import { Switch } from '../../../ui/controls/Switch.tsx';

/** Turns off the microphone's voice processing, which removes sustained notes. */
export function MusicSwitch() {
  const { music } = useSnapshot(recorder);
  return (
    <Switch
      checked={music}
      onChange={setMusic}
      label="Music"
      why={music ? 'On: long notes stay whole.' : 'On for singing, off in noise.'}
    />
  );
}
