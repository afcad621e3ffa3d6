/** The part of the layer's connection that is used here; its types do not declare it. */
export interface RightsGranter {
  ensureRlsContext(): Promise<boolean>;
  driver: { exec(query: string): Promise<unknown> };
}

/**
 * Restores the rights that the migrations give. Before the first request with row-level security, the layer below
 * grants its roles every right on every table and leaves refusals to the policies: a forbidden change would then find
 * no rows instead of being refused.
 */
export function restoreRights(connection: RightsGranter): void {
  const grantEverything = connection.ensureRlsContext.bind(connection);
  let isSaved = false;
  connection.ensureRlsContext = async () => {
    const active = await grantEverything();
    if (active && !isSaved) {
      await connection.driver.exec('select private.restore_rights()');
      isSaved = true;
    }
    return active;
  };
}
