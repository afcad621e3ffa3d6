import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { seededRandom } from '#core/values/random.ts';
import { melody } from '#tests/fixtures/melody.ts';

export interface SoundSite {
  origin: string;
  close(): void;
}

/** Another site with sounds, good and bad. */
export async function soundSite(): Promise<SoundSite> {
  const wav = Buffer.from(wavFile([melody(24_000)], 24_000));
  const random = seededRandom('wind');
  const noise = Buffer.from(wavFile([Float32Array.from({ length: 48_000 }, () => 0.6 * (random() - 0.5))], 24_000));
  const site = createServer((request, response) => {
    const allow = { 'Access-Control-Allow-Origin': '*' };
    switch (request.url) {
      case '/melody.wav':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/wav', 'Content-Length': wav.length }).end(wav);
        break;
      case '/noise.wav':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/wav', 'Content-Length': noise.length }).end(noise);
        break;
      case '/page':
        response
          .writeHead(200, { ...allow, 'Content-Type': 'text/html; charset=utf-8' })
          .end('<!doctype html><title>A page</title>');
        break;
      case '/page.mp3':
        response
          .writeHead(200, { ...allow, 'Content-Type': 'audio/mpeg' })
          .end('<!doctype html><title>A page that says it is a sound</title>');
        break;
      case '/huge.wav':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/wav', 'Content-Length': 2 * 2 ** 30 });
        response.flushHeaders();
        break;
      case '/radio':
        response.writeHead(200, { ...allow, 'Content-Type': 'audio/mpeg' });
        response.write(Buffer.alloc(4096));
        break;
      case '/closed.wav':
        response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav);
        break;
      default:
        response.writeHead(404, allow).end();
    }
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}
