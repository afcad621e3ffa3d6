import { Markdown } from 'markdown-to-jsx/react';

/**
 * No HTML (it is shown as text), no pictures, no scripts: text and links alone. The `h1` of the page is its own title.
 */
const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'div',
  overrides: { h1: { component: 'h2' }, img: () => null },
} as const;

/** A text of the owner, in Markdown. */
export function OwnText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <Markdown className={className} options={OPTIONS}>
      {text}
    </Markdown>
  );
}
