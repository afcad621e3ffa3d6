/** What has to work before and after: a recording, and a share of it. */
import { randomUUID } from 'node:crypto';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { ask, recordingForm, rpc, visitor, wav } from '../backend/support/testServer.ts';
import type { Known } from './values.ts';

/** Uploads a sound as a visitor. */
export async function uploadSound(server: RunningServer): Promise<Omit<Known, 'shareId'>> {
  const [recordingId, owner] = [randomUUID(), randomUUID().replaceAll('-', '')];
  const form = recordingForm(wav(), 'file', owner);
  form.append('id', recordingId);
  const answer = await ask(`${server.url}/functions/v1/upload-audio`, {
    method: 'POST',
    headers: visitor(server),
    body: form,
  });
  if (answer.status !== 200) throw new Error(`The upload failed: ${JSON.stringify(answer.body)}`);
  const audioUrl = new URL(String(answer.body['audioUrl']), server.url).href;
  return { audioUrl, audioPath: audioUrl.split('/object/public/audio/')[1]!, owner, recordingId };
}

/** Shares a new sound, as a visitor. */
export async function makeShare(server: RunningServer): Promise<Known> {
  const sound = await uploadSound(server);
  const shareId = randomUUID().replaceAll('-', '').slice(0, 8);
  const share = {
    share_id: shareId,
    title: 'My Accord Fragrance Profile',
    name: 'Rose at Dawn',
    music_essence: ['C4', 'E4', 'G4'],
    top_notes: ['Bergamot'],
    middle_notes: ['Rose'],
    base_notes: ['Oud'],
    intensity: 0.5,
    complexity: 0.4,
    persistence: 0.3,
    audio_path: sound.audioPath,
  };
  const answer = await rpc(server, visitor(server), 'create_share', { share, owner_secret: sound.owner });
  if (answer.status >= 300) throw new Error(`The share failed: ${JSON.stringify(answer.body)}`);
  return { ...sound, shareId };
}
