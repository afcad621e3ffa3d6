/* Imported before Tone, which otherwise prints a banner to the console. */
(globalThis as { TONE_SILENCE_LOGGING?: boolean }).TONE_SILENCE_LOGGING = true;
