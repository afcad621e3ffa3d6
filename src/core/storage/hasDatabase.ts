/** The browser database of recordings and of the outbox. */
export const DATABASE = 'AudioDB';

/** True when this device has it, or the browser cannot list its databases. */
export async function hasDatabase(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some((database) => database.name === DATABASE);
  } catch {
    return true;
  }
}
