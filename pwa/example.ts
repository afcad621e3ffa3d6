import type { Plugin } from 'vite';
import { EXAMPLE_FRAGRANCE } from '../src/features/fragrance/domain/composition/exampleFragrance.ts';
import { drawFragrance } from '../src/features/fragrance/domain/drawing/drawing.ts';
import { drawingSvg } from '../src/features/fragrance/domain/drawing/drawingSvg.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../src/features/fragrance/domain/drawing/palette.ts';

/** Pictures of the example's flower, by their paths. The home screen shows them without a script. */
const EXAMPLE_PICTURES = { '/example.svg': LIGHT_PALETTE, '/example-dark.svg': DARK_PALETTE } as const;

/** The picture at a path. */
const examplePicture = (path: keyof typeof EXAMPLE_PICTURES): string =>
  drawingSvg(drawFragrance(EXAMPLE_FRAGRANCE), EXAMPLE_PICTURES[path], { background: false, width: 480 });

const isExample = (path: string | undefined): path is keyof typeof EXAMPLE_PICTURES =>
  path !== undefined && path in EXAMPLE_PICTURES;

/** Draws the example's flower into the build, and serves it in development. */
export function examplePlugin(): Plugin {
  return {
    name: 'accord:example',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isExample(request.url)) return next();
        response.setHeader('content-type', 'image/svg+xml');
        response.end(examplePicture(request.url));
      });
    },
    generateBundle() {
      for (const path of Object.keys(EXAMPLE_PICTURES) as (keyof typeof EXAMPLE_PICTURES)[])
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: examplePicture(path) });
    },
  };
}
