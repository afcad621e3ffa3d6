import type { Mutant } from '../mutant.ts';

/** The page: its platform, its state, what it keeps and sends, and its screens. */
export const APP: Mutant[] = [
  {
    name: 'listener-never-removed',
    file: 'src/core/lifetime/scope.ts',
    find: 'return this.add(() => target.removeEventListener(type, listener as EventListener, options));',
    replace: 'return this.add(() => undefined);',
    caughtBy: {
      suite: 'unit',
      file: 'src/core/lifetime/scope.test.ts',
      test: 'stops timers, listeners and waits',
    },
  },
  {
    name: 'abort-signal-ignored',
    file: 'src/core/network/fetchBytes.ts',
    find: "scope.listen(signal, 'abort', () => abort.abort());",
    replace: '',
    caughtBy: {
      suite: 'unit',
      file: 'src/core/network/fetchBytes.test.ts',
      test: 'can be given up, before and on the way',
    },
  },
  {
    name: 'undo-one-step-short',
    file: 'src/features/instruments/state/beat/history.ts',
    find: 'return this.#past.length > 0;',
    replace: 'return this.#past.length > 1;',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/instruments/state/beat/history.test.ts',
      test: 'goes back and forth, and a new change ends the future',
    },
  },
  {
    name: 'storage-key-renamed',
    file: 'src/features/fragrance/state/current.ts',
    find: "export const PROFILE_KEY = 'fragranceProfile';",
    replace: "export const PROFILE_KEY = 'fragrance';",
    caughtBy: {
      suite: 'unit',
      file: 'tests/unit/localKeys.test.ts',
      test: 'are those under which devices have their copies',
    },
  },
  {
    name: 'shares-of-another-member',
    file: 'src/features/share/state/shareRecords.ts',
    find: 'return ownerId === null || ownerId === memberId;',
    replace: 'return true;',
    caughtBy: {
      suite: 'unit',
      file: 'tests/unit/shareRecords.test.ts',
      test: "are not another member's, and a visitor's are still the device's after a login",
    },
  },
  {
    name: 'patience-off-by-one-tick',
    file: 'src/features/listen/screen/processing/choreography.ts',
    find: '(!done && elapsed >= ANALYSIS_TIMEOUT_MS)',
    replace: '(!done && elapsed > ANALYSIS_TIMEOUT_MS)',
    caughtBy: {
      suite: 'unit',
      file: 'src/features/listen/screen/processing/choreography.test.ts',
      test: 'gives up after 30 s',
    },
  },
  {
    name: 'queue-sends-twice',
    file: 'src/core/storage/locked.ts',
    find: '(lock === null ? busy() : work())',
    replace: 'work()',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/sharing/outbox.test.ts',
      test: 'sends each entry once, however many pages look into it at the same time',
    },
  },
  {
    name: 'queue-mixes-up-owners',
    file: 'src/features/outbox/backend/outboxQueue.ts',
    find: '((ownerId ?? null) === null || ownerId === member())',
    replace: '((ownerId ?? null) === null || member() !== undefined)',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/sharing/outbox.test.ts',
      test: "sends a member's entries while that very member is signed in",
    },
  },
  {
    name: 'reset-keeps-the-recording',
    file: 'src/features/listen/state/recording/currentSound.ts',
    find: 'if (kept) void discard(id);',
    replace: '',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/capture/capture.saved.test.ts',
      test: 'is gone from this device after Reset, also in the middle',
    },
  },
  {
    name: 'draft-not-restored',
    file: 'src/core/recordings/drafts.ts',
    find: 'return parts.length === 0 ? null : new Blob(parts, { type });',
    replace: 'return null;',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/capture/capture.saved.test.ts',
      test: 'is offered, opened, and becomes a fragrance of its melody under its own id',
    },
  },
  {
    name: 'log-out-keeps-recordings',
    file: 'src/features/members/state/afterLogOut.ts',
    find: 'for (const { id } of free) dropDraft(id);',
    replace: '',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/members/members.leaving.test.ts',
      test: 'is offered none of the member’s recordings and links after a log-out',
    },
  },
  {
    name: 'link-of-another-signs-in',
    file: 'src/features/members/state/mailLink.ts',
    find: 'expected: own || (askedHere && other === null),',
    replace: 'expected: true,',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/members/members.races.test.ts',
      test: 'that is declined ends there, and one that was not asked for never replaces a member by itself',
    },
  },
  {
    name: 'old-sessions-outlive-a-password',
    file: 'src/features/members/state/mailLink.ts',
    find: "await pendingSession.end('global');",
    replace: "await pendingSession.end('local');",
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/members/members.races.test.ts',
      test: 'that sets a password ends every session of its account',
    },
  },
  {
    name: 'role-dropped',
    file: 'src/ui/controls/Switch.tsx',
    find: '      role="switch"\n',
    replace: '',
    caughtBy: {
      suite: 'browser',
      file: 'tests/browser/screens/screens-create.test.tsx',
      test: 'everything is reached with the Tab key, in reading order',
    },
  },
];
