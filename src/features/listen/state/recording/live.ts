/** The live view of a recording, for screens: a plain object for a canvas, not a proxy. */
export { LIVE_COLUMNS, liveView, subscribeLive, type LiveView } from '../../audio/recording/liveView.ts';
export type { WaveColumn } from '../../../../../workers/protocol.ts';
