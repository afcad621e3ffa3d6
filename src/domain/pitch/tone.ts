/** The tones of the keyboard: how they are called. How they sound is the audio's concern. */
export type ToneId = 'fading' | 'held';

/** `Fading` is the first tone; `Held` sounds as long as the key is down. */
export const TONE_NAMES: Readonly<Record<ToneId, string>> = { fading: 'Fading', held: 'Held' };
