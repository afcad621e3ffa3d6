/** Scripts written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** U+2068 FIRST STRONG ISOLATE and U+2069 POP DIRECTIONAL ISOLATE. */
const [BEGIN, END] = ['\u2068', '\u2069'];

/**
 * Isolates a right-to-left name in plain text, so that it does not reorder marks and numbers beside it. In elements,
 * use `<bdi>`.
 */
export function isolateBidi(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? BEGIN + name + END : name;
}
