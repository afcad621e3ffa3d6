import { session } from '#features/session/state/session.ts';

/**
 * Signs a member in.
 * @returns a function that ends it
 */
export function signIn(member: NonNullable<typeof session.user>): () => void {
  session.user = member;
  session.isResolved = true;
  return () => {
    session.user = null;
    session.isResolved = false;
  };
}
