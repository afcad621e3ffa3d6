/** The live view of a recording, for screens: a plain object for a canvas, not a proxy. */
export { liveView, subscribeLive } from '../../audio/recording/liveView.ts';
