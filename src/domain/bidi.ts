/** Anything that is written from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** First strong isolate, and its end. */
const [BEGIN, END] = ['\u2068', '\u2069'];

/**
 * A name as it may stand in a sentence that is plain text: one that is written from right to left keeps to itself, instead of
 * taking the marks and numbers beside it along. In elements, `<bdi>` does the same.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? BEGIN + name + END : name;
}
