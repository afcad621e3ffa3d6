import { describe, expect, it } from 'vitest';
import { History } from './history.ts';

describe('undo and redo', () => {
  it('goes back and forth, and a new change ends the future', () => {
    const history = new History<number>();
    let value = 0;
    const set = (next: number): void => {
      history.changing(value);
      value = next;
    };
    set(1);
    set(2);
    expect([(value = history.undo(value)!), (value = history.undo(value)!), history.undo(value)]).toEqual([1, 0, null]);
    expect((value = history.redo(value)!)).toBe(1);
    set(5);
    expect([history.canRedo, history.redo(value), history.undo(value)]).toEqual([false, null, 1]);
  });

  it('counts a gesture as one step, and one without effect as none', () => {
    const history = new History<string>();
    history.beginGesture('a');
    history.changing('a');
    history.changing('b');
    history.endGesture('c');
    expect(history.undo('c')).toBe('a');
    expect(history.canUndo).toBe(false);
    history.beginGesture('a');
    history.endGesture('a');
    history.endGesture('a');
    expect(history.canUndo).toBe(false);
  });

  it('forgets the oldest step beyond its limit', () => {
    const history = new History<number>(3);
    for (let i = 0; i < 10; i++) history.changing(i);
    expect([history.undo(10), history.undo(9), history.undo(8), history.undo(7)]).toEqual([9, 8, 7, null]);
  });
});
