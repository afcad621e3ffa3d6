/** What the layer's connection has inside, and keeps to itself. */
export interface RightsGranter {
  ensureRlsContext(): Promise<boolean>;
  driver: { exec(query: string): Promise<unknown> };
}

/**
 * Before the first request with row level security, the layer below grants its roles every right on every table and
 * leaves all refusing to the policies: a forbidden change would then find no rows instead of being refused. The rights
 * that the migrations give are taken up again right after it.
 */
export function keepRights(connection: RightsGranter): void {
  const grantEverything = connection.ensureRlsContext.bind(connection);
  let kept = false;
  connection.ensureRlsContext = async () => {
    const active = await grantEverything();
    if (active && !kept) {
      await connection.driver.exec('select private.restore_rights()');
      kept = true;
    }
    return active;
  };
}
