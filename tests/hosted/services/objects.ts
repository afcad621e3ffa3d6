/**
 * The part of Storage's API that the app and its functions use: rows of `storage.objects`, written and read as the
 * caller under the project's own policies, and their bytes in memory. Refused writes are 400 with the status in the
 * body, as Storage does; refused reads have the status itself.
 */
import type { Pool, PoolClient } from 'pg';
import type { Claims } from '../tokens.ts';

interface Bucket {
  id: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}
interface StoredObject {
  name: string;
  version: string;
  metadata: { mimetype: string; cacheControl: string; size: number };
}

class StorageError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const SERVICE_CLAIMS: Claims = { role: 'service_role', exp: Infinity };
const notFound = () => new StorageError(404, 'Object not found');

/** Answers requests below /storage/v1; `path` is the rest of the path. Bytes live as long as the returned service. */
export function createObjects(pool: Pool): (request: Request, path: string, claims: Claims) => Promise<Response> {
  /** Bytes by the version of their object. */
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();

  /** Does `work` in one transaction with the caller's role and claims. */
  async function as<T>(claims: Claims, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('storage.allow_delete_query', 'true', true)",
        [claims.role, JSON.stringify(claims)],
      );
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      const { code, message } = error as { code?: string; message: string };
      if (code === '42501') throw new StorageError(403, message);
      if (code === '23505') throw new StorageError(409, 'The resource already exists');
      throw error;
    } finally {
      client.release();
    }
  }

  async function bucketOf(id: string): Promise<Bucket> {
    const { rows } = await as(SERVICE_CLAIMS, (client) =>
      client.query<Bucket>('select * from storage.buckets where id = $1', [id]),
    );
    if (!rows[0]) throw new StorageError(404, 'Bucket not found');
    return rows[0];
  }

  async function objectOf(claims: Claims, bucket: string, name: string): Promise<StoredObject> {
    const { rows } = await as(claims, (client) =>
      client.query<StoredObject>(
        'select name, version, metadata from storage.objects where bucket_id = $1 and name = $2',
        [bucket, name],
      ),
    );
    if (!rows[0]) throw notFound();
    return rows[0];
  }

  async function put(
    claims: Claims,
    bucket: string,
    name: string,
    { metadata }: Pick<StoredObject, 'metadata'>,
    bytes: Uint8Array<ArrayBuffer>,
    upsert: boolean,
  ): Promise<void> {
    const version = crypto.randomUUID();
    await as(claims, (client) =>
      client.query(
        `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata) values ($1, $2, $3, $4, $5, $6)
         ${upsert ? 'on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata, updated_at = now()' : ''}`,
        [bucket, name, claims.sub ?? null, claims.sub ?? null, version, JSON.stringify(metadata)],
      ),
    );
    kept.set(version, bytes);
  }

  async function upload(request: Request, bucketId: string, name: string, claims: Claims): Promise<object> {
    const bucket = await bucketOf(bucketId);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const mimetype = request.headers.get('content-type') ?? 'application/octet-stream';
    if (bucket.file_size_limit !== null && bytes.length > Number(bucket.file_size_limit))
      throw new StorageError(413, 'The object exceeded the maximum allowed size');
    if (bucket.allowed_mime_types && !bucket.allowed_mime_types.includes(mimetype))
      throw new StorageError(415, `mime type ${mimetype} is not supported`);
    const cacheControl = request.headers.get('cache-control') ?? 'no-cache';
    const replaces = request.method === 'PUT';
    if (replaces) await objectOf(claims, bucketId, name);
    const upsert = replaces || request.headers.get('x-upsert') === 'true';
    await put(claims, bucketId, name, { metadata: { mimetype, cacheControl, size: bytes.length } }, bytes, upsert);
    return { Key: `${bucketId}/${name}` };
  }

  async function read(claims: Claims, bucketId: string, name: string): Promise<Response> {
    const { version, metadata } = await objectOf(claims, bucketId, name);
    return new Response(kept.get(version) ?? null, {
      headers: { 'Content-Type': metadata.mimetype, 'Cache-Control': metadata.cacheControl },
    });
  }

  async function remove(claims: Claims, bucket: string, names: readonly string[]): Promise<object[]> {
    const { rows } = await as(claims, (client) =>
      client.query<{ name: string; version: string }>(
        'delete from storage.objects where bucket_id = $1 and name = any($2) returning name, version',
        [bucket, names],
      ),
    );
    for (const { version } of rows) kept.delete(version);
    return rows;
  }

  /** A copy under another name; a move is one that takes the first away, and needs the right to. */
  async function copy(claims: Claims, bucket: string, from: string, to: string, moves: boolean): Promise<object> {
    const object = await objectOf(claims, bucket, from);
    await put(claims, bucket, to, object, kept.get(object.version)!, false);
    if (moves && (await remove(claims, bucket, [from])).length === 0) throw notFound();
    return { Key: `${bucket}/${to}` };
  }

  async function answer(request: Request, path: string, claims: Claims): Promise<Response | object> {
    const { method } = request;
    const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
    const [kind, second = '', third = ''] = parts;
    const json = async () => (await request.json()) as Record<string, never>;
    if (kind === 'bucket') {
      // Migrations make the buckets. A call here needs a policy, and no role has one.
      const change: [string, unknown[]] =
        method === 'POST' && parts.length === 1
          ? ['insert into storage.buckets (id, name) select $1, $1 returning id', [(await json())['id']]]
          : method === 'PUT'
            ? ['update storage.buckets set updated_at = now() where id = $1 returning id', [second]]
            : ['delete from storage.buckets where id = $1 returning id', [second]];
      const { rows } = await as(claims, (client) => client.query(...change));
      if (rows.length === 0) throw new StorageError(404, 'Bucket not found');
      return { message: 'Done' };
    }
    if (kind !== 'object') throw new StorageError(404, 'Route not found');
    const rest = parts.slice(2).join('/');
    if (/^(GET|HEAD)$/.test(method)) {
      if (second !== 'public') return read(claims, second, rest);
      if (!(await bucketOf(third)).public) throw notFound();
      return read(SERVICE_CLAIMS, third, parts.slice(3).join('/'));
    }
    if (method === 'POST' && (second === 'copy' || second === 'move')) {
      const { bucketId, sourceKey, destinationKey } = await json();
      return copy(claims, bucketId!, sourceKey!, destinationKey!, second === 'move');
    }
    if (method === 'POST' && second === 'list') {
      const { prefix } = await json();
      const { rows } = await as(claims, (client) =>
        client.query('select name from storage.objects where bucket_id = $1 and starts_with(name, $2) limit 100', [
          rest,
          prefix ?? '',
        ]),
      );
      return rows;
    }
    // The app signs no addresses.
    if (second === 'sign' || second === 'upload') throw notFound();
    if (method === 'DELETE')
      return remove(claims, second, parts.length > 2 ? [rest] : ((await json())['prefixes'] ?? []));
    if (method === 'POST' || method === 'PUT') return upload(request, second, rest, claims);
    throw new StorageError(404, 'Route not found');
  }

  return async (request, path, claims) => {
    try {
      const result = await answer(request, path, claims);
      return result instanceof Response ? result : Response.json(result);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      const reading = /^(GET|HEAD)$/.test(request.method);
      const body = { statusCode: String(error.statusCode), error: error.message, message: error.message };
      return Response.json(body, { status: reading ? error.statusCode : 400 });
    }
  };
}
