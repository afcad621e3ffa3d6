import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useLocation } from 'wouter';
import { PLATFORM_NAMES, type Platform } from '#features/create/domain/scentwaves.ts';
import {
  analyzeLink,
  cancelAnalysis,
  enterScentwaves,
  isAudioUrl,
  createFromLink,
} from '#features/create/state/link/scentwaves.ts';
import { playSelected, scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { pastedLink, consumePastedLink } from '#features/create/state/opening/link.ts';
import { player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { LinkNotesList } from './LinkNotesList.tsx';
import styles from './Scentwaves.module.css';

/** Sample links, one per platform. */
const SAMPLE_LINKS: Readonly<Record<Platform, string>> = {
  youtube: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  vimeo: 'https://vimeo.com/76979871',
  spotify: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
};

/** Scentwaves: turns a link into notes, and notes into a fragrance. */
export default function Scentwaves() {
  const { status, selected } = useSnapshot(scentwaves);
  const [, navigate] = useLocation();
  useEffect(enterScentwaves, []);
  useEffect(() => {
    const link = consumePastedLink();
    if (link !== null) void analyzeLink(link);
  }, []);
  return (
    <Stack top className={`page ${styles.screen}`}>
      <Button as={Link} href="/" variant="back">
        <span aria-hidden="true">←</span> Back
      </Button>
      <Stack gap={3} className="area-words">
        <ScreenHeading className="heading">Scentwaves</ScreenHeading>
        <Text size="large" tone="muted" className={styles.lead}>
          Paste a link to a sound file. We find its notes, and you choose which become scent.
        </Text>
      </Stack>
      <LinkForm />
      <Stack gap={4} top surface="sunken" radius="lg" className={styles.found}>
        {status === 'analyzing' ? <Progress /> : <LinkNotesList />}
      </Stack>
      <Button
        variant={selected.length > 0 ? 'primary' : 'outline'}
        className={styles.create}
        aria-disabled={selected.length === 0}
        onClick={() => {
          if (createFromLink()) navigate('/results');
        }}
      >
        Create Fragrance
      </Button>
    </Stack>
  );
}

function LinkForm() {
  const { status, demo, selected } = useSnapshot(scentwaves);
  const sounds = useSnapshot(player).sounding === 'notes' ? demo : null;
  const [text, setText] = useState(pastedLink);
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const analyzing = status === 'analyzing';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (analyzing) return;
    // Read the field: a browser may have filled it without an event.
    const link = field.current?.value ?? text;
    setText(link);
    const valid = isAudioUrl(link);
    setWrong(!valid);
    if (valid) void analyzeLink(link);
    else field.current?.focus();
  };
  const hear = async (platform: Platform) => {
    setText(SAMPLE_LINKS[platform]);
    setWrong(false);
    await analyzeLink(SAMPLE_LINKS[platform]);
    // Not after Cancel, or after the screen was left.
    if (scentwaves.status === 'done' && scentwaves.demo === platform) await playSelected();
  };
  return (
    <Stack as="form" gap={2} className={styles.form} onSubmit={submit} noValidate>
      <Text as="label" htmlFor={id} weight="strong">
        Audio source URL
      </Text>
      <Row wrap gap={2}>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={text}
          aria-invalid={wrong}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
        <Button
          type="submit"
          // With notes found the next step is another one.
          variant={selected.length > 0 ? 'outline' : 'primary'}
          className={styles.analyze}
          aria-disabled={analyzing}
        >
          {analyzing ? 'Analyzing...' : 'Analyze'}
        </Button>
        {analyzing && (
          <Button variant="outline" onClick={cancelAnalysis}>
            Cancel
          </Button>
        )}
      </Row>
      <Text id={`${id}-help`} size="tiny" tone="muted" className={styles.help} data-wrong={wrong || undefined}>
        {wrong
          ? 'That is not a web address. It should begin with https:// and lead to a sound.'
          : 'MP3, WAV, OGG, M4A and more, up to 100 MB and 30 minutes.'}
      </Text>
      <Row as="p" wrap gap={2} size="small" tone="muted" className={styles.samples}>
        <span className="whole-line">Hear a Demo:</span>
        {(Object.keys(SAMPLE_LINKS) as Platform[]).map((platform) => (
          <Button
            key={platform}
            variant="small"
            aria-disabled={analyzing}
            onClick={() => !analyzing && void (sounds === platform ? stopPlaying() : hear(platform))}
          >
            {sounds === platform ? <StopIcon size={18} /> : <PlayIcon size={18} />}
            <span>{PLATFORM_NAMES[platform]}</span>
          </Button>
        ))}
      </Row>
    </Stack>
  );
}

const STAGE_LABELS = {
  fetching: 'Fetching the sound',
  listening: 'Listening for notes',
  demo: 'Reading the link',
} as const;

function Progress() {
  const { stage, progress } = useSnapshot(scentwaves);
  return (
    <Stack gap={3} textAlign="center" className={styles.progress}>
      <output className="serif subtitle">{STAGE_LABELS[stage]}</output>
      <progress
        className="wide"
        aria-label={STAGE_LABELS[stage]}
        {...(progress === null ? {} : { value: progress, max: 1 })}
      />
    </Stack>
  );
}
