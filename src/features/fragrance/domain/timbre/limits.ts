/** Maximum accents of a fragrance. */
export const MAX_ACCENTS = 3;
/** Maximum duration of one note, s. */
export const MAX_SECONDS = 2 * 60 * 60;
