import { coded, isCoded } from '#core/values/errors.ts';
import { createShareId, type ByteSource } from '../domain/shareId.ts';

/** Maximum number of ids to try. */
const MAX_ATTEMPTS = 5;

export type ShareFailure =
  /** The sound could not be stored. */
  | 'no_audio_link'
  /** The backend could not tell whether an id is free. */
  | 'unverified'
  /** All tried ids are taken. */
  | 'ids_taken'
  /** The backend answered without a row. */
  | 'no_data'
  /** The backend refused the share; `message` says why. */
  | 'not_created'
  | 'failed';

/** The calls that making a share needs. */
export interface ShareCalls {
  /** True when no active share has this id. */
  isFree(id: string): Promise<boolean>;
  /** Records that the backend may have this id from now on: the next attempt must not take it for another owner's. */
  onTry(id: string): void;
  /** Stores the picture of a share that is about to be inserted. */
  storePicture(id: string): Promise<void>;
  /**
   * Inserts the share and resolves with the id of the returned row, or null without one.
   * @throws coded `duplicate` when the id was taken meanwhile, or belongs to an inactive share
   */
  insert(id: string): Promise<string | null>;
}

/**
 * Makes a share and resolves with its id: `first`, unless another owner has it. An id that was tried before may
 * already be this device's own, because an answer was lost; the insertion then returns the same share.
 * @throws coded {@link ShareFailure}
 */
export async function createShare(
  calls: ShareCalls,
  first: { id: string; tried: boolean },
  randomBytes: ByteSource,
): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { id, tried } = attempt === 0 ? first : { id: createShareId(randomBytes), tried: false };
    if (!tried) {
      let free: boolean;
      try {
        free = await calls.isFree(id);
      } catch (error) {
        // Not the id: say what helps.
        if (isCoded(error, 'other_version')) throw coded('not_created', error.message, error);
        throw coded('unverified', 'The id could not be looked up.', error);
      }
      if (!free) continue;
    }
    calls.onTry(id);
    try {
      // Store the picture before the share: the id is not public yet, and a crawler that comes at once finds the
      // picture.
      await calls.storePicture(id);
    } catch (error) {
      // A picture of that name exists: the id is taken, even if its share is not visible. Ignore any other failure: a
      // share without a picture is better than none.
      if (!tried && isCoded(error, 'duplicate')) continue;
    }
    try {
      const made = await calls.insert(id);
      if (made === null) throw coded('no_data', 'No row came back.');
      return made;
    } catch (error) {
      if (isCoded(error, 'no_data')) throw error;
      if (isCoded(error, 'duplicate')) continue;
      throw coded('not_created', error instanceof Error || isCoded(error) ? error.message : String(error), error);
    }
  }
  throw coded('ids_taken', `${MAX_ATTEMPTS} ids were taken.`);
}
