declare module 'subset-font' {
  /** Makes a smaller font of one: with some of its letters, or with an axis that stands still (HarfBuzz). */
  export default function subsetFont(
    font: Uint8Array,
    letters: string | undefined,
    options: { targetFormat: 'woff2'; keepAllGlyphs?: boolean; variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Uint8Array>;
}
