/** True when this device has a browser database of that name, or the browser does not tell. */
export async function hasDatabase(name: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some((database) => database.name === name);
  } catch {
    return true;
  }
}
