/** What the tests of the diary in an account reach of the app: `window.app`. */
export { lazyDiarySync } from '../../../src/features/diary/state/account/index.ts';
export { followKeeping, keeping, setKeeping } from '../../../src/features/diary/state/account/keeping.ts';
export { deleteDiary, deleteEntry, press } from '../../../src/features/diary/state/diary.ts';
export { enter, putAway } from '../../../src/features/diary/state/entries/entries.ts';
export { readDiary } from '../../../src/features/diary/backend/diaryStore.ts';
export { session } from '../../../src/features/members/state/session/index.ts';
export { outboxView, registerSender, startOutbox } from '../../../src/features/outbox/state/index.ts';
export { supabase } from '../../../src/core/backend/client.ts';
