import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { circles, forbiddenImports, importsOf } from '../layers.ts';

const trackedFiles = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const sources = trackedFiles.filter(
  (file) =>
    /^(src|workers|worklets|service-worker|supabase\/functions)\/.*\.tsx?$/.test(file) &&
    !/\.(test|d)\.tsx?$/.test(file),
);
const graph = new Map(sources.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));

describe('the modules of the project', () => {
  it('import downwards only, dynamic imports included', () => {
    expect(sources.length).toBeGreaterThan(250);
    expect([...graph].flatMap(([file, imports]) => forbiddenImports(file, imports))).toEqual([]);
  });

  it('have no circular imports, dynamic imports included', () => {
    expect(circles(graph).map((files) => files.join(' > '))).toEqual([]);
  });
});

describe('a forbidden import', () => {
  const findViolations = (file: string, source: string): string[] =>
    forbiddenImports(file, importsOf(file, source)).map((words) => words.replace(`${file} imports `, ''));

  it('is found in every layer, in every form', () => {
    expect(
      findViolations(
        'src/screens/store/Store.tsx',
        "import { sendPreorder } from '../../features/community/backend/requests.ts';\nconst c = () => import('../../features/create/audio/capture.ts');",
      ),
    ).toEqual([
      'src/features/community/backend/requests.ts: screen does not know backend',
      'src/features/create/audio/capture.ts: screen does not know audio',
    ]);
    expect(
      findViolations(
        'src/core/network/connection.ts',
        "import { useEffect } from 'react';\nimport { proxy } from 'valtio';",
      ),
    ).toEqual(['react: the package is not for here']);
    expect(findViolations('src/core/values/numbers.ts', "import { z } from 'zod';")).toEqual([
      'zod: the package is not for here',
    ]);
    expect(findViolations('src/core/values/random.ts', "import { Scope } from '../lifetime/scope.ts';")).toEqual([
      'src/core/lifetime/scope.ts: values does not know core',
    ]);
    expect(
      findViolations(
        'src/features/share/state/share.ts',
        "import type { Dialog } from '../../../ui/controls/Dialog.tsx';",
      ),
    ).toEqual(['src/ui/controls/Dialog.tsx: state does not know ui']);
    expect(
      findViolations(
        'src/features/create/audio/video/videoCamera.ts',
        "new Worker(new URL('../../../../app/w.ts', import.meta.url));",
      ),
    ).toEqual(['src/app/w.ts: audio does not know app']);
    expect(findViolations('src/state/share.ts', "import { a } from './a.ts';")).toEqual([
      'src/state/a.ts: the module is in no layer',
    ]);
    expect(
      findViolations(
        'src/features/share/state/share.ts',
        "import { a } from '../backend/a.ts';\nconst b = await import('../audio/b.ts');",
      ),
    ).toEqual([]);
  });

  it('is found by a # path, and a # path that leads nowhere is an error', () => {
    expect(
      findViolations('src/features/share/state/share.ts', "import type { Dialog } from '#ui/controls/Dialog.tsx';"),
    ).toEqual(['src/ui/controls/Dialog.tsx: state does not know ui']);
    expect(() => importsOf('src/core/a.ts', "import { b } from '#house/b.ts';")).toThrow(
      'package.json lists no "imports" for #house/b.ts.',
    );
  });

  it('is found if a feature imports one above it, or is not in the list', () => {
    expect(
      findViolations(
        'src/features/outbox/state/outbox.ts',
        "import type { A } from '../../share/domain/a.ts';\nconst b = () => import('../../session/state/b.ts');\nlet c: import('../../create/domain/c.ts').C;",
      ),
    ).toEqual([
      'src/features/share/domain/a.ts: outbox lies below share',
      'src/features/create/domain/c.ts: outbox lies below create',
    ]);
    expect(findViolations('src/features/duet/state/a.ts', "import { b } from './b.ts';")).toEqual([
      'src/features/duet/state/b.ts: duet is not in the list of features',
    ]);
  });

  it('is found if a screen imports another', () => {
    const other = 'a screen imports no other screen';
    expect(findViolations('src/screens/login/Login.tsx', "export { Card } from '../profile/Card.tsx';")).toEqual([
      `src/screens/profile/Card.tsx: ${other}`,
    ]);
  });

  it('is found as a circle, also if one of its imports is dynamic or of types alone', () => {
    const of = (modules: Record<string, string>): string[] =>
      circles(new Map(Object.entries(modules).map(([file, source]) => [file, importsOf(file, source)]))).map((files) =>
        files.join(' '),
      );
    const a = "import { b } from './b.ts';";
    expect(
      of({
        'src/core/a.ts': a,
        'src/core/b.ts': "const c = import('./c.ts');",
        'src/core/c.ts': "import { a } from './a.ts';",
      }),
    ).toEqual(['src/core/a.ts src/core/b.ts src/core/c.ts']);
    expect(of({ 'src/core/a.ts': a, 'src/core/b.ts': "import type { A } from './a.ts';" })).toEqual([
      'src/core/a.ts src/core/b.ts',
    ]);
  });
});
