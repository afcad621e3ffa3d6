/** The browser database of recordings and of the outbox. */
export const DATABASE_NAME = 'AudioDB';

/** True when this device has it, or the browser cannot list its databases. */
export async function hasDatabase(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some((database) => database.name === DATABASE_NAME);
  } catch {
    return true;
  }
}
