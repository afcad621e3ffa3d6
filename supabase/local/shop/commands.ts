/**
 * `npm run shop -- get FILE | put FILE | sales`: what the shop sells, as a file (docs/hosting.md). Works where `npm run owner` does.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError, type Service } from '../../functions/_shared/service.ts';
import { CommandError, runOnService } from '../serviceCommand.ts';
import { readShop, rowsOf, salesWords, shopText, type ShopFile, type ShopRow } from './shopFile.ts';

const USAGE = 'Please use: npm run shop -- get FILE | put FILE | sales';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};
/** A picture that is stored already. */
const STORED = /^[0-9a-f]{32}\.(png|jpg|webp)$/;
/** Largest picture, bytes: that of the bucket `shop`. */
const MAX_PICTURE = 2 * 1024 ** 2;

/** Stores the pictures that a file names, beside it; their stored names follow from their bytes. */
async function storePictures({ products }: ShopFile, folder: string, service: Service): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (const { picture } of products) {
    if (picture === undefined || stored.has(picture)) continue;
    const path = resolve(folder, picture);
    if (STORED.test(picture) && !existsSync(path)) {
      stored.set(picture, picture);
      continue;
    }
    const type = TYPES[extname(picture).toLowerCase()];
    if (type === undefined) throw new CommandError(`${picture}: pictures are PNG, JPEG or WebP.`);
    if (!existsSync(path)) throw new CommandError(`${picture}: there is no such file beside the shop's.`);
    const bytes = new Uint8Array(readFileSync(path));
    if (bytes.length > MAX_PICTURE) throw new CommandError(`${picture}: a picture takes 2 MiB at most.`);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const name = `${hash}.${type.slice(type.indexOf('/') + 1).replace('jpeg', 'jpg')}`;
    try {
      await service.upload('shop', name, bytes, type);
    } catch (error) {
      // The same picture is there.
      if (!(error instanceof ServiceError && error.status === 409)) throw error;
    }
    stored.set(picture, name);
  }
  return stored;
}

async function put(path: string, service: Service): Promise<string> {
  let file: ShopFile;
  try {
    file = readShop(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`${path} was not taken, and nothing has changed.\n${(error as Error).message}`);
  }
  const products = rowsOf(file, await storePictures(file, dirname(path), service));
  if (products.length === 0) throw new CommandError('The shop has to sell something.');
  const { changed, dropped } = await service.rpc<{ changed: number; dropped: string[] }>('desk_set_shop', { products });
  await service.remove('shop', dropped);
  return `${changed === 0 ? 'Nothing' : changed === 1 ? '1 product' : `${changed} products`} changed.`;
}

/**
 * Carries out one command, and returns what to print. Relative paths start at `from`.
 * @throws CommandError in words for the operator
 */
export async function shopCommand(words: readonly string[], service: Service, from: string): Promise<string> {
  const [act, name] = words;
  const rows = () => service.rpc<ShopRow[]>('desk_shop', {});
  if (act === 'sales' && words.length === 1) return salesWords(await rows());
  if (name !== undefined && words.length === 2) {
    const path = resolve(from, name);
    if (act === 'put') return put(path, service);
    if (act === 'get') {
      const text = shopText(await rows());
      try {
        // An edited file is not lost.
        writeFileSync(path, text, { flag: 'wx' });
      } catch (error) {
        throw new CommandError(
          (error as NodeJS.ErrnoException).code === 'EEXIST'
            ? `${path} is there already. Name another file.`
            : (error as Error).message,
        );
      }
      return `${path} says what is sold. Edit it, then: npm run shop -- put ${name}`;
    }
  }
  throw new CommandError(USAGE);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // npm says where the command was typed.
  const from = process.env['INIT_CWD'] ?? process.cwd();
  await runOnService(
    (service) => shopCommand(process.argv.slice(2), service, from),
    'For a hosted project set SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY, or edit the table shop_products in its table editor.',
  );
}
