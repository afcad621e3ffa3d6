import { describe, expect, it } from 'vitest';
import { UndoHistory } from './beat.ts';

describe('undo and redo', () => {
  it('go back and forth, and a new change clears redo', () => {
    const history = new UndoHistory<number>();
    let value = 0;
    const set = (next: number): void => {
      history.recordChange(value);
      value = next;
    };
    expect([history.canUndo, history.canRedo]).toEqual([false, false]);
    set(1);
    expect([history.canUndo, history.canRedo]).toEqual([true, false]);
    set(2);
    expect([(value = history.undo(value)!), (value = history.undo(value)!), history.undo(value)]).toEqual([1, 0, null]);
    expect((value = history.redo(value)!)).toBe(1);
    set(5);
    expect([history.canRedo, history.redo(value), history.undo(value)]).toEqual([false, null, 1]);
  });

  it('count a gesture as one step, and one without effect as none', () => {
    const history = new UndoHistory<string>();
    history.beginGesture('a');
    history.recordChange('a');
    history.recordChange('b');
    history.endGesture('c');
    expect(history.undo('c')).toBe('a');
    expect(history.canUndo).toBe(false);
    history.beginGesture('a');
    history.endGesture('a');
    history.endGesture('a');
    expect(history.canUndo).toBe(false);
  });

  it('have no limit of steps', () => {
    const history = new UndoHistory<number>();
    for (let i = 0; i < 5000; i++) history.recordChange(i);
    for (let i = 4999; i >= 0; i--) expect(history.undo(i + 1)).toBe(i);
    expect(history.canUndo).toBe(false);
    for (let i = 1; i <= 5000; i++) expect(history.redo(i - 1)).toBe(i);
  });

  it('count a gesture that returns to its beginning as none', () => {
    const history = new UndoHistory<{ at: number }>((a, b) => a.at === b.at);
    history.beginGesture({ at: 1 });
    history.recordChange({ at: 1 });
    history.endGesture({ at: 1 });
    expect(history.canUndo).toBe(false);
  });
});
