import { describe, expect, it } from 'vitest';
import { isSteady, steadyPlan, steadyReport, type SteadyRun } from '../../runner/steadiness.ts';

describe('what test:steady is asked for', () => {
  it('is how often, and the suites of every day where none is named', () => {
    expect(steadyPlan(['5'])).toEqual({
      runs: 5,
      load: 0,
      suites: ['types', 'lint', 'unit', 'backend', 'fuzz', 'browser', 'realtime', 'e2e', 'faults'],
    });
    expect(steadyPlan(['3', 'unit', 'e2e'])).toEqual({ runs: 3, load: 0, suites: ['unit', 'e2e'] });
  });

  it('leaves out what measures real time beside busy processes', () => {
    expect(steadyPlan(['--load', '6', '3', 'realtime', 'faults'])).toEqual({ runs: 3, load: 6, suites: ['faults'] });
    expect(steadyPlan(['3', '--load', '6']).suites).not.toContain('realtime');
    expect(() => steadyPlan(['3', '--load', '6', 'realtime'])).toThrow('realtime runs with nothing beside it');
  });

  it.each([
    [[], 'Say how often'],
    [['0'], 'Say how often'],
    [['unit'], 'Say how often'],
    [['3', '--load'], '--load takes a number'],
    [['3', '--load', 'unit'], '--load takes a number'],
    [['3', 'units'], 'No such suite: units'],
    [['3', '--lod', '6'], 'No such suite: --lod, 6'],
  ])('is refused with a message for %j', (words, message) => {
    expect(() => steadyPlan(words)).toThrow(message);
  });
});

describe('the report of test:steady', () => {
  const run = (failed: SteadyRun['failed'], lastLine: string): SteadyRun => ({ failed, seconds: 60.4, lastLine });

  it('is each run, how often each test failed, and how many runs were green', () => {
    const runs = [
      run(['e2e: b', 'unit: a'], '8 passed, 2 failed'),
      run([], '10 passed, 0 failed'),
      run(['unit: a'], '9 passed, 1 failed'),
      run(null, 'Killed'),
    ];
    expect(steadyReport(runs).split('\n')).toEqual([
      'run 1: 60 s, 8 passed, 2 failed',
      'run 2: 60 s, 10 passed, 0 failed',
      'run 3: 60 s, 9 passed, 1 failed',
      'run 4: 60 s, Killed',
      'failed 2 of 4: unit: a',
      'failed 1 of 4: e2e: b',
      'failed 1 of 4: the run itself: it has left no report',
      '1 of 4 runs are green',
    ]);
    expect(isSteady(runs)).toBe(false);
    expect(isSteady([run([], '10 passed, 0 failed')])).toBe(true);
    expect(isSteady([run(null, '')])).toBe(false);
  });
});
