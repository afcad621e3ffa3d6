import { PGlite } from '@supabase/lite/pglite';

interface Insides {
  HEAPU8: Uint8Array;
  ___stack_pointer: WebAssembly.Global<'i32'>;
}

/** What is done to a database when a statement or one of its parameters holds these words. */
const DAMAGES: Readonly<Record<string, (module: Insides) => void>> = {
  'overwrite the memory': ({ HEAPU8 }) => HEAPU8.fill(0xff),
  'use up the stack': ({ ___stack_pointer: stack }) => {
    stack.value = 16;
  },
};

const run = PGlite.prototype.execProtocolRawSync;
PGlite.prototype.execProtocolRawSync = function (message) {
  const text = Buffer.from(message).toString('latin1');
  for (const [words, damage] of Object.entries(DAMAGES))
    if (text.includes(words)) damage((this as unknown as { Module: Insides }).Module);
  return run.call(this, message);
};
