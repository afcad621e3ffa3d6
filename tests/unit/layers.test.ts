import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { circles, crowdedFolders, importsOf, readGraph, upwardImports, type Import } from '../layers.ts';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const sources = tracked.filter(
  (file) =>
    /^(src|workers|worklets|service-worker|supabase\/functions)\/.*\.tsx?$/.test(file) &&
    !/\.(test|d)\.tsx?$/.test(file),
);
const graph = readGraph(sources);

describe('the layers', () => {
  it('import downwards only, dynamic imports included', () => {
    expect(sources.length).toBeGreaterThan(250);
    expect([...graph].flatMap(([file, imports]) => upwardImports(file, imports))).toEqual([]);
  });

  it('have no circle, dynamic imports included', () => {
    expect(circles(graph).map((files) => files.join(' > '))).toEqual([]);
  });

  it('have no folder that is too full to be taken in', () => {
    // Migrations are a list by time; backend tests are one a concern.
    expect(
      crowdedFolders(tracked.filter((file) => !/^[^/]+$|^supabase\/migrations\/|^tests\/backend\//.test(file))),
    ).toEqual([]);
  });
});

describe('the tests', () => {
  it('wait as long as tests/patience.ts says, and no other way', () => {
    // What only a reader of texts can hold; timers and clocks are the linter's (.oxlintrc.json).
    const ownLimit = /\btimeout: ?\d|\bretry: ?\d|\bvi\.waitFor\(|^ *\}, \d[\d_]{3,}\);/m;
    const files = tracked.filter((file) =>
      /^tests\/(backend|browser|fuzz|realtime|unit)\/.*\.tsx?$|^(src|workers|worklets)\/.*\.test\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(150);
    const others = files.filter((file) => file !== 'tests/unit/layers.test.ts');
    expect(others.filter((file) => ownLimit.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('a broken example', () => {
  const found = (file: string, source: string): string[] =>
    upwardImports(file, importsOf(file, source)).map((words) => words.replace(`${file} imports `, ''));

  it('is found in every layer, whichever way it imports', () => {
    expect(
      found('src/features/community/screen/store/Store.tsx', "import { uploadAudio } from '../../backend/recordings/uploadAudio.ts';"),
    ).toEqual(['src/core/recordings/uploadAudio.ts']);
    expect(found('src/features/community/screen/store/Store.tsx', "const c = () => import('../../audio/recording/capture.ts');")).toEqual(
      ['src/features/listen/audio/recording/capture.ts'],
    );
    expect(found('src/screens/store/tabs/Tab.tsx', "export { Roll } from '../../results/sections/Roll.tsx';")).toEqual([
      'src/features/fragrance/screen/results/sections/Roll.tsx',
    ]);
    expect(
      found(
        'src/core/network/connection.ts',
        "import { proxy } from 'valtio';\nimport { useEffect } from 'react';",
      ),
    ).toEqual(['valtio', 'react']);
    expect(found('src/features/share/state/share.ts', "import type { Dialog } from '../../ui/controls/Dialog.tsx';")).toEqual([
      'src/ui/controls/Dialog.tsx',
    ]);
    expect(found('src/core/pitch/pitch.ts', "import { z } from 'zod';")).toEqual(['zod']);
    expect(
      found('src/features/listen/audio/video/videoCodec.ts', "new Worker(new URL('../../app/worker.ts', import.meta.url));"),
    ).toEqual(['src/app/worker.ts']);
    expect(
      found(
        'src/features/share/state/share.ts',
        "import { a } from '../../backend/a.ts';\nconst b = await import('../../audio/b.ts');",
      ),
    ).toEqual([]);
  });

  it('is found as a circle, also where one of its imports is dynamic or of types alone', () => {
    const of = (modules: Record<string, string>): string[] =>
      circles(
        new Map<string, Import[]>(Object.entries(modules).map(([file, source]) => [file, importsOf(file, source)])),
      ).map((files) => files.join(' '));
    const a = "import { b } from './b.ts';";
    expect(
      of({
        'src/state/a.ts': a,
        'src/state/b.ts': "const c = import('./c.ts');",
        'src/state/c.ts': "import { a } from './a.ts';",
      }),
    ).toEqual(['src/state/a.ts src/state/b.ts src/state/c.ts']);
    expect(of({ 'src/state/a.ts': a, 'src/state/b.ts': "import type { A } from './a.ts';" })).toEqual([
      'src/state/a.ts src/state/b.ts',
    ]);
  });

  it('is found as a folder with too many files', () => {
    expect(crowdedFolders(['src/state/a.ts', 'src/state/b.ts', 'src/ui/a.ts'], 1)).toEqual(['src/state: 2']);
  });
});
