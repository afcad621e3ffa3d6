/* What is loaded when it is needed: each call fetches the module once. */
export const lazyExportSound = () => import('./playback/exportSound.ts');
export const lazyMidiReader = () => import('./midi/file/midiReader.ts');
export const lazyTransport = () => import('./sound/transport.ts');
