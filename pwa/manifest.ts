import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHARE_TARGET_PATH } from '../service-worker/protocol.ts';
import { ICONS } from './icons.ts';
import { SCREENSHOTS } from './shots.ts';

/** Sound files that Accord opens: MIME types and file extensions. */
const SOUND_TYPES = {
  'audio/mpeg': ['.mp3'],
  'audio/wav': ['.wav'],
  'audio/mp4': ['.m4a', '.mp4'],
  'audio/ogg': ['.ogg', '.oga', '.opus'],
  'audio/webm': ['.webm', '.weba'],
  'audio/aac': ['.aac'],
  'audio/flac': ['.flac'],
};
const MIDI_TYPES = { 'audio/midi': ['.mid', '.midi', '.kar', '.rmi'] };
/** A fragrance exported from Accord. */
const FRAGRANCE_TYPES = { 'application/json': ['.json'] };

/** Color of the paper, as in src/ui/theme/tokens.css. */
const PAPER_COLOR = '#f9f5ee';

const shortcutIcon = { src: ICONS.any192.file, sizes: '192x192', type: 'image/png' };

/** Manifest of the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Accord',
  short_name: 'Accord',
  description: 'Speak, sing or hum for a few seconds, and Accord makes a fragrance of the notes.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: PAPER_COLOR,
  theme_color: PAPER_COLOR,
  categories: ['music', 'lifestyle', 'entertainment'],
  icons: Object.values(ICONS)
    .filter(({ purpose }) => purpose !== 'apple')
    .map(({ file, size, purpose }) => ({
      src: file,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })) as NonNullable<ManifestOptions['icons']>,
  screenshots: SCREENSHOTS.map(({ file, width, height, form, label }) => ({
    src: `screenshots/${file}`,
    sizes: `${width}x${height}`,
    type: 'image/jpeg',
    form_factor: form,
    label,
  })),
  shortcuts: [
    { name: 'Record', description: 'Record a sound', url: '/create', icons: [shortcutIcon] },
    { name: 'Beats', description: 'Paint a beat', url: '/beat-maker', icons: [shortcutIcon] },
    {
      name: 'Keyboard',
      description: 'Play the sound perfume keyboard',
      url: '/secret-keyboard',
      icons: [shortcutIcon],
    },
  ],
  share_target: {
    action: SHARE_TARGET_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      files: [
        {
          name: 'file',
          accept: [
            'audio/*',
            ...Object.keys(FRAGRANCE_TYPES),
            ...Object.values({ ...SOUND_TYPES, ...MIDI_TYPES, ...FRAGRANCE_TYPES }).flat(),
          ],
        },
      ],
    },
  },
  file_handlers: [{ action: '/create', accept: { ...SOUND_TYPES, ...MIDI_TYPES, ...FRAGRANCE_TYPES } }],
};
