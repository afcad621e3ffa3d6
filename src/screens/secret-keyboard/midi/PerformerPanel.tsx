import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import {
  MAX_SPLIT_OCTAVES,
  MAX_TRANSPOSE,
  MPE_MODES,
  OMNI_CHANNEL,
  VELOCITY_CURVES,
  curvedVelocity,
  type MpeMode,
  type VelocityCurve,
} from '#features/instruments/domain/keyboard/performance.ts';
import { nameOfMidi } from '#features/instruments/domain/keyboard/keyboard.ts';
import { TONE_CHOICES, TONE_TEXTS, type ToneChoice } from '#features/instruments/domain/keyboard/tone.ts';
import { latencyWords } from '#features/instruments/domain/keyboard/latency.ts';
import { keyboard } from '#features/instruments/state/keyboard/keyboard.ts';
import { midi, setPerformer } from '#features/instruments/state/midi/midi.ts';
import { Choice } from '#ui/forms/Choice.tsx';
import { Chip } from '#ui/controls/Chip.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './PerformerPanel.module.css';

const MPE_WORDS: Readonly<Record<MpeMode, string>> = { auto: 'When the device says so', on: 'On', off: 'Off' };
const CURVE_WORDS: Readonly<Record<VelocityCurve, string>> = { soft: 'Soft', linear: 'Linear', hard: 'Hard' };
/** Size of the drawn curve, pixels. */
const CURVE_SIZE = 36;
const CURVE_POINTS = 13;
const CHANNEL_NUMBERS = Array.from({ length: 16 }, (_, i) => i + 1);
const SPLIT_KEYS = Array.from({ length: 109 }, (_, i) => i + 12);
const TRANSPOSE_STEPS = Array.from({ length: 2 * MAX_TRANSPOSE + 1 }, (_, i) => MAX_TRANSPOSE - i);
const OCTAVE_SHIFTS = Array.from({ length: 2 * MAX_SPLIT_OCTAVES + 1 }, (_, i) => MAX_SPLIT_OCTAVES - i);

const formatSigned = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '\u2212'));
const formatCount = (value: number, what: string): string =>
  value === 0 ? 'As played' : `${formatSigned(value)} ${what}${Math.abs(value) === 1 ? '' : 's'}`;

/** Performance settings, stored on this device: input and key response; and the measured latency. */
export function PerformerPanel({ id }: { id: string }) {
  const { settings } = useSnapshot(midi);
  return (
    <Stack as="section" id={id} gap={5} className={styles.panel} aria-label="For performers">
      <Group title="Listen">
        <Choice
          label="Channel"
          value={settings.channel}
          options={[[OMNI_CHANNEL, 'All (omni)'], ...CHANNEL_NUMBERS.map((each) => [each, String(each)] as const)]}
          onChange={(channel) => setPerformer({ channel })}
        />
        <Choice
          label="MPE"
          value={settings.mpe}
          options={MPE_MODES.map((mode) => [mode, MPE_WORDS[mode]])}
          onChange={(mpe) => setPerformer({ mpe })}
        />
        <Switch
          label="Program change picks the tone"
          checked={settings.programs}
          onChange={(programs) => setPerformer({ programs })}
        />
        <Switch
          label="The piano follows my octave"
          checked={settings.follow}
          onChange={(follow) => setPerformer({ follow })}
        />
      </Group>
      <Group title="Touch">
        <Stack as="fieldset" gap={2} narrows bare className={styles.curves} aria-label="Velocity curve">
          {VELOCITY_CURVES.map((curve) => (
            <Chip
              key={curve}
              shape="tile"
              className={styles.curve}
              pressed={settings.velocity === curve}
              onClick={() => setPerformer({ velocity: curve })}
            >
              <VelocityPicture curve={curve} />
              <span>{CURVE_WORDS[curve]}</span>
            </Chip>
          ))}
        </Stack>
        <Choice
          label="Transpose"
          value={settings.transpose}
          options={TRANSPOSE_STEPS.map((shift) => [shift, formatCount(shift, 'semitone')])}
          onChange={(transpose) => setPerformer({ transpose })}
        />
      </Group>
      <Group title="Split">
        <Switch
          label="Another tone for low keys"
          checked={settings.split}
          onChange={(split) => setPerformer({ split })}
        />
        {settings.split && (
          <>
            <Choice
              label="Low keys are below"
              value={settings.splitAt}
              options={SPLIT_KEYS.map((key) => [key, nameOfMidi(key)])}
              onChange={(splitAt) => setPerformer({ splitAt })}
            />
            <Choice<ToneChoice>
              label="Their tone"
              value={settings.splitTone}
              options={TONE_CHOICES.map((choice) => [choice, TONE_TEXTS[choice].name])}
              onChange={(splitTone) => setPerformer({ splitTone })}
            />
            <Choice
              label="Their octave"
              value={settings.splitOctaves}
              options={OCTAVE_SHIFTS.map((octaves) => [octaves, formatCount(octaves, 'octave')])}
              onChange={(splitOctaves) => setPerformer({ splitOctaves })}
            />
          </>
        )}
      </Group>
      <Latency />
    </Stack>
  );
}

/** The latency from touch to sound, once a note is measured. */
function Latency() {
  const { latency } = useSnapshot(keyboard);
  if (latency === null) return null;
  const { figure, parts } = latencyWords(latency);
  return (
    <Stack as="p" top className={styles.latency}>
      <b className="small strong digits">{figure}</b>
      <span className="muted">{parts.join(' ')}</span>
    </Stack>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="fieldset" gap={2} top narrows bare className={styles.group}>
      <legend>{title}</legend>
      {children}
    </Stack>
  );
}

/** A velocity curve: touch to the right, loudness upwards. Its button has the name. */
function VelocityPicture({ curve }: { curve: VelocityCurve }) {
  const points = Array.from({ length: CURVE_POINTS }, (_, i) => {
    const touch = i / (CURVE_POINTS - 1);
    return `${(touch * CURVE_SIZE).toFixed(1)},${((1 - curvedVelocity(touch, curve)) * CURVE_SIZE).toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`-2 -2 ${CURVE_SIZE + 4} ${CURVE_SIZE + 4}`}
      width={CURVE_SIZE}
      height={CURVE_SIZE}
      aria-hidden="true"
      focusable="false"
    >
      <path d={`M0 0V${CURVE_SIZE}H${CURVE_SIZE}`} fill="none" stroke="currentColor" strokeOpacity="0.4" />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
