import { useParams, useRoute } from 'wouter';
import MakeRoom from './make/MakeRoom.tsx';
import Visit from './visit/Visit.tsx';
import Wall from './wall/Wall.tsx';

/** All pages of rooms in one file: the first load names each lazy part, and they are small. */
export default function Room() {
  const { roomId } = useParams<{ roomId?: string }>();
  const [onWall] = useRoute('/room/:roomId/wall');
  if (roomId === undefined) return <MakeRoom />;
  return onWall ? <Wall /> : <Visit />;
}
