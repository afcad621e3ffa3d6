import { NO_LINEAGE, type Lineage, type RemixParent } from '../domain/composition/model.ts';

/** What a share or a public fragrance came of, and what came of it. None without an answer: a page is whole without it. */
export async function loadLineage(of: Pick<RemixParent, 'kind' | 'id'>): Promise<Lineage> {
  try {
    const { lineageOf } = await import('../backend/remixes.ts');
    return await lineageOf(of);
  } catch {
    return NO_LINEAGE;
  }
}
