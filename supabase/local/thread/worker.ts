/** The backend's thread: answers the calls of the main thread (backendThread.ts) and reports mails to it. */
import { parentPort, workerData } from 'node:worker_threads';
import { startBackend } from '../backend.ts';
import { objectIn } from '../data/objectBody.ts';
import { sentError, type Call, type Said, type SentAnswer, type SentRequest, type ThreadSettings } from './protocol.ts';

const port = parentPort!;
const say = (what: Said, transfer: ArrayBuffer[] = []) => port.postMessage(what, transfer);

function requestOf({ method, url, headers, body }: SentRequest): Request {
  return new Request(url, { method, headers, ...(body === null ? {} : { body }) });
}

async function sentAnswer(answer: Response): Promise<SentAnswer> {
  const object = objectIn(answer) ?? null;
  return {
    status: answer.status,
    headers: [...answer.headers],
    body: object === null && answer.body !== null ? await answer.arrayBuffer() : null,
    object,
  };
}

try {
  const backend = await startBackend(
    { ...(workerData as ThreadSettings), onMail: (mail) => say({ mail }), say: (line) => say({ line }) },
    (crash) => {
      say({ failed: sentError(crash) });
      // Ends this thread.
      process.exit(1);
    },
  );
  const work = (call: Call): Promise<unknown> => {
    if (call.kind === 'fetch') return backend.fetch(requestOf(call.request)).then(sentAnswer);
    if (call.kind === 'snapshot') return backend.snapshot!();
    return call.kind === 'sql' ? backend.sql(call.query, call.values) : backend.close();
  };
  const answer = async ({ id, call }: { id: number; call: Call }) => {
    try {
      const value = await work(call);
      const body = call.kind === 'fetch' ? (value as SentAnswer).body : null;
      say({ id, value }, body === null ? [] : [body]);
      if (call.kind === 'close') port.close();
    } catch (error) {
      say({ id, error: sentError(error) });
    }
  };
  port.on('message', (asked: { id: number; call: Call }) => void answer(asked));
  say({ started: backend.applied });
} catch (error) {
  say({ failed: sentError(error) });
  port.close();
}
