declare module 'subset-font' {
  /** Makes a smaller font (HarfBuzz): a subset of the letters, or a fixed value of an axis. */
  export default function subsetFont(
    font: Uint8Array,
    letters: string | undefined,
    options: { targetFormat: 'woff2'; keepAllGlyphs?: boolean; variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Uint8Array>;
}
