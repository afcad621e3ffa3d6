/**
 * The engine with the fragrance that the app makes of what it hears (docs/engine.md): the package `workers/ear/`, and the
 * conversion to a fragrance. `npm run build:engine` bundles it.
 */

export * from './ear/index.ts';
export { fragranceOfAnalysis, peaksOf } from '../src/features/fragrance/domain/index.ts';
