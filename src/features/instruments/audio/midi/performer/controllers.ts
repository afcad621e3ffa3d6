/* Supported controllers and parameters, by their MIDI 1.0 numbers. */

export const MODULATION_CONTROL = 1;
export const DATA_ENTRY = 6;
export const VOLUME_CONTROL = 7;
/** A part of the volume, of the second pedal. */
export const EXPRESSION_CONTROL = 11;
export const DATA_ENTRY_LOW = 38;
export const SUSTAIN_CONTROL = 64;
export const SOSTENUTO_CONTROL = 66;
export const SOFT_CONTROL = 67;
/** Third dimension in MPE, brightness elsewhere. */
export const TIMBRE_CONTROL = 74;
export const DATA_INCREMENT = 96;
export const DATA_DECREMENT = 97;
export const OTHER_PARAMETER_LOW = 98;
export const OTHER_PARAMETER_HIGH = 99;
export const PARAMETER_LOW = 100;
export const PARAMETER_HIGH = 101;
export const ALL_SOUND_OFF = 120;
export const RESET_CONTROLLERS = 121;
/** The first of all notes off (123) and the modes that imply it (124 to 127). */
export const ALL_NOTES_OFF = 123;

/** Registered parameters: the range of the wheel, and the channels of an MPE zone. */
export const BEND_SENSITIVITY = 0;
export const MPE_CONFIGURATION = 6;
