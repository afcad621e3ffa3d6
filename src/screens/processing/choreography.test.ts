import { describe, expect, test } from 'vitest';
import { cardAt, confirmedAt, firstTurn, PROCESSING_MESSAGES, momentAt, TOTAL_MS, turnCard } from './choreography.ts';

describe('the seven seconds of the processing screen', () => {
  test('raise the progress by 2 every 150 ms', () => {
    for (let tick = 0; tick <= 46; tick++) {
      expect(momentAt(tick * 150, 'done').percent).toBe(tick * 2);
      expect(momentAt(tick * 150 + 149, 'done').percent).toBe(tick * 2);
    }
  });

  test('show five messages, one every 1250 ms, and keep the last one', () => {
    expect(
      [0, 1249, 1250, 2500, 3750, 5000, 6250, 29_000].map((ms) =>
        PROCESSING_MESSAGES.indexOf(momentAt(ms, 'analyzing').message),
      ),
    ).toEqual([0, 0, 1, 2, 3, 4, 4, 4]);
  });

  test('end at 7000 ms, not earlier', () => {
    expect(momentAt(6999, 'done').next).toBe('stay');
    expect(momentAt(7000, 'done').next).toBe('leave');
  });
});

describe('the progress of the processing screen', () => {
  test('stops at 98 % while the analysis goes on, then ends at once', () => {
    expect(momentAt(7500, 'analyzing')).toMatchObject({ percent: 98, next: 'stay', skippable: false });
    expect(momentAt(29_999, 'analyzing')).toMatchObject({ percent: 98, next: 'stay' });
    expect(momentAt(12_345, 'done')).toMatchObject({ percent: 100, next: 'leave' });
  });

  test('ends with an error after 30 s', () => {
    expect(momentAt(30_000, 'analyzing').next).toBe('fail');
    expect(momentAt(30_000, 'done').next).toBe('leave');
  });

  test('reports a failed analysis at once', () => {
    expect(momentAt(400, 'failed').next).toBe('fail');
  });

  test('offers to skip only once the result is there, and only before its end', () => {
    expect(momentAt(2000, 'analyzing').skippable).toBe(false);
    expect(momentAt(2000, 'done').skippable).toBe(true);
    expect(momentAt(7000, 'done').skippable).toBe(false);
  });

  test('never goes backwards at the limit, and never past 100', () => {
    let last = 0;
    for (let ms = 0; ms < 40_000; ms += 50) {
      const { percent } = momentAt(ms, ms < 20_000 ? 'analyzing' : 'done');
      expect(percent).toBeGreaterThanOrEqual(last);
      expect(percent).toBeLessThanOrEqual(100);
      last = percent;
    }
  });

  test('treats a time before the start as the start', () => {
    expect(momentAt(-5, 'analyzing')).toMatchObject({ percent: 0, message: PROCESSING_MESSAGES[0], next: 'stay' });
  });
});

describe('the confirmed notes', () => {
  /** Times at which the cards appear, ms. */
  const times = (doneAt: number, notes: number, accents: number): number[] => {
    const at: number[] = [];
    for (let ms = 0; ms <= 40_000; ms++) while (at.length < confirmedAt(ms, doneAt, notes, accents)) at.push(ms);
    return at;
  };

  test('appear one after the other, the accents last, and all of them within the seven seconds', () => {
    for (const notes of [1, 3, 8])
      for (const accents of [0, 1, 3]) {
        const at = times(100, notes, accents);
        expect(at).toHaveLength(notes + accents);
        expect([...at].sort((a, b) => a - b)).toEqual(at);
        expect(at[0]).toBe(1250);
        expect(at.at(-1)).toBeLessThan(TOTAL_MS - 500);
        for (const accent of at.slice(notes)) expect(accent).toBeGreaterThanOrEqual(5000);
        for (const note of at.slice(0, notes)) expect(note).toBeLessThan(5000);
      }
  });

  test('do not appear before the analysis is done, and after that not all at once', () => {
    expect(confirmedAt(6999, null, 8, 3)).toBe(0);
    const at = times(4000, 8, 3);
    expect(at[0]).toBe(4000);
    for (let i = 1; i < at.length; i++) expect(at[i]! - at[i - 1]!).toBeGreaterThanOrEqual(150);
    expect(at.at(-1)).toBeLessThan(TOTAL_MS);
  });

  test('are none for a sound without notes', () => {
    expect(confirmedAt(6999, 0, 0, 0)).toBe(0);
  });
});

describe('the cards of the reveal', () => {
  const NOTE_COUNT = 5;
  /** The cards over the seven seconds, each with the time that it was shown, ms. */
  const shownCards = (doneAt: number): { card: number; ms: number }[] => {
    const turn = firstTurn(doneAt, NOTE_COUNT);
    const seen: { card: number; ms: number }[] = [];
    for (let ms = Math.ceil(doneAt); ms < TOTAL_MS; ms++) {
      const card = cardAt(ms, turn, NOTE_COUNT);
      if (seen.at(-1)?.card === card) seen.at(-1)!.ms++;
      else seen.push({ card, ms: 1 });
    }
    return seen;
  };

  test('are all shown within the seven seconds, in order, the name longest', () => {
    for (const doneAt of [0, 250, 2000, 3400]) {
      const seen = shownCards(doneAt);
      expect(seen.map(({ card }) => card)).toEqual([0, 1, 2, 3, 4]);
      for (const { ms } of seen.slice(0, -1)) expect(ms).toBeGreaterThanOrEqual(640);
      expect(seen.at(-1)!.ms).toBeGreaterThan(seen[0]!.ms);
    }
  });

  test('do not flicker when the result comes late: the last ones are shown, the name always', () => {
    for (const doneAt of [4500, 5600, 6400, 6999]) {
      const seen = shownCards(doneAt);
      expect(seen.length).toBe(Math.max(1, Math.floor((TOTAL_MS - doneAt) / 700)));
      expect(seen.at(-1)!.card).toBe(NOTE_COUNT - 1);
    }
  });

  test('turn forward and back by hand, and go on by time from there', () => {
    const first = firstTurn(0, NOTE_COUNT);
    const second = turnCard(100, first, NOTE_COUNT, 1)!;
    expect(cardAt(100, second, NOTE_COUNT)).toBe(1);
    expect(cardAt(100 + second.period, second, NOTE_COUNT)).toBe(2);
    const back = turnCard(200, second, NOTE_COUNT, -1)!;
    expect(cardAt(200, back, NOTE_COUNT)).toBe(0);
    expect(cardAt(300, turnCard(300, back, NOTE_COUNT, -1)!, NOTE_COUNT)).toBe(0);
  });

  test('end after the last one', () => {
    const last = { ...firstTurn(0, NOTE_COUNT), card: NOTE_COUNT - 1 };
    expect(turnCard(100, last, NOTE_COUNT, 1)).toBeNull();
  });
});
