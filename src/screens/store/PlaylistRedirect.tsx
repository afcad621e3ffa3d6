import { Redirect } from 'wouter';

/** The former address of the playlist, which is a tab of the store. */
export default function PlaylistRedirect() {
  return <Redirect to="/store?tab=playlist" replace />;
}
