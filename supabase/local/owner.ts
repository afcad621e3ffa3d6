/**
 * `npm run owner -- add MAIL | remove MAIL | list`: the list of members who may open the owner's desk (docs/desk.md). Works on
 * the folder of the embedded backend, whether its server runs or not, and on a hosted project with SUPABASE_URL and
 * SUPABASE_SERVICE_ROLE_KEY in the environment.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError, type Service } from '../functions/_shared/service.ts';
import { CommandError, runOnService } from './serviceCommand.ts';

const USAGE = 'Please use: npm run owner -- add MAIL | remove MAIL | list';

interface ListedOwner {
  email: string;
  added_at: string;
  second_factor: boolean;
}

/**
 * Carries out one command, and returns what to print.
 * @throws CommandError in words for the operator
 */
export async function ownerCommand(words: readonly string[], service: Service): Promise<string> {
  const [act, email] = words;
  try {
    if (act === 'list' && words.length === 1) {
      const owners = await service.rpc<ListedOwner[]>('list_owners', {});
      if (owners.length === 0) return 'There are no owners yet.';
      return owners
        .map(({ email, second_factor }) => `${email}${second_factor ? '  (with a second factor)' : ''}`)
        .join('\n');
    }
    if (act === 'add' && email && words.length === 2) {
      await service.rpc('add_owner', { email });
      return `${email} may open the desk now.`;
    }
    if (act === 'remove' && email && words.length === 2)
      return (await service.rpc<boolean>('remove_owner', { email }))
        ? `${email} is no owner any more.`
        : `${email} was no owner.`;
  } catch (error) {
    if (error instanceof ServiceError && error.hint === 'no_account') throw new CommandError(error.message);
    throw error;
  }
  throw new CommandError(USAGE);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await runOnService(
    (service) => ownerCommand(process.argv.slice(2), service),
    "For a hosted project set SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY, or run in its SQL editor: select add_owner('MAIL');",
  );
