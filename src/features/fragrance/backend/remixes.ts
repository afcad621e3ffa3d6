import * as z from 'zod/mini';
import { NO_LINEAGE, type Lineage, type Relative, type RemixParent } from '../domain/composition/model.ts';
import { remixParentSchema } from '../domain/schema/fragrance.ts';
import { readLook } from '../domain/schema/look.ts';
import { isTransient } from '../../../core/backend/errors.ts';
import { callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { fieldsOf } from '../../../core/schema/checks.ts';
import { knownSecret } from '../../members/backend/index.ts';

/* What came of whose notes: rows of `remixes`. Only whoever made the child notes it; all who can see both sides see it. */

type Place = Pick<RemixParent, 'kind' | 'id'>;

const lineageSchema = z.object({ parent: z.unknown(), children: z.array(z.unknown()) });

/** What a share without a name is called, as among answers. */
const NAMELESS = 'A fragrance without a name';

/** Reads one side; null for one that cannot be read, so that the others are still shown. */
function relativeFrom(value: unknown): Relative | null {
  const fields = fieldsOf(value);
  const read = z.safeParse(remixParentSchema, { ...fields, name: fields['name'] ?? NAMELESS });
  if (!read.success) return null;
  const { id, name } = read.data;
  const fragrance = readLook(fields['look'], { id, name, created: '' });
  return fragrance && { ...read.data, fragrance };
}

/**
 * Notes what a share or fragrance of the caller came of. Idempotent. A parent that can no longer be seen, or a refusal, costs the
 * child nothing.
 * @throws BackendError where it may succeed later
 */
export async function noteRemix(child: Place, parent: Place, options: RpcOptions = {}): Promise<void> {
  try {
    await callRpc(
      'note_remix',
      {
        child_kind: child.kind,
        child_id: child.id,
        parent_kind: parent.kind,
        parent_id: parent.id,
        owner_secret: knownSecret(),
      },
      options,
    );
  } catch (error) {
    if (isTransient(error)) throw error;
  }
}

/** The lineage of a share or a public fragrance; nothing for one that cannot be seen. @throws BackendError */
export async function lineageOf({ kind, id }: Place, options: RpcOptions = {}): Promise<Lineage> {
  const read = z.safeParse(lineageSchema, await callRpc('remixes_of', { kind, id }, options));
  if (!read.success) return NO_LINEAGE;
  return {
    parent: relativeFrom(read.data.parent),
    children: read.data.children.map(relativeFrom).filter((one) => one !== null),
  };
}
