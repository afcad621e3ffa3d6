import { isShareId } from '../../domain/community/shareId.ts';
import { storyOf } from '../../domain/community/story.ts';
import { firstWords } from '../../platform/loading/firstWords.ts';
import type { SharedFragrance } from './sharedFragrance.ts';

/**
 * The first words of a share's page; the function that serves it uses the same
 * (supabase/functions/_shared/shareWords.ts).
 */
export interface ShareWords {
  shareId: string;
  /** The product's title, above a name. */
  title: string | null;
  name: string;
  story: string;
  maker: string | null;
  description: string | null;
}

export function wordsOf(shared: SharedFragrance): ShareWords {
  const { shareId, title, name, source, face, makerName, description } = shared;
  return {
    shareId,
    title: name === null ? null : title,
    name: name ?? title,
    story: storyOf({ source, trace: face.trace }),
    maker: makerName,
    description: description === null || description.trim() === '' ? null : description,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** The words that the served page already shows of this share; null when it shows none. */
export function wordsOfPage(shareId: string): ShareWords | null {
  const { title, name, story, maker, description, ...words } = firstWords('share') ?? {};
  if (words['shareId'] !== shareId || !isShareId(shareId) || !isText(name) || !isText(story)) return null;
  if (!isTextOrNull(title) || !isTextOrNull(maker) || !isTextOrNull(description)) return null;
  return { shareId, title, name, story, maker, description };
}
