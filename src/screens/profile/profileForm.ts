import * as z from 'zod/mini';
import { validateConfirmation, validateName, validatePassword } from '#features/session/domain/accountRules.ts';
import { PREFERENCES, type MemberProfile, type Preference } from '#features/session/domain/member.ts';
import { locationOf } from '#features/members/domain/memberCard.ts';
import { asName, cleanName, MAX_NOTE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { citiesOf, COUNTRIES } from '#features/members/domain/options.ts';
import { matchingFields, toValidator } from '#ui/forms/formRules.ts';

/* The form of EditProfile.tsx as data: its fields, their rules, and the way from a profile to them and back. */

/** The fields of the form, with their rules. */
export const profileSchema = z
  .object({
    liquidName: toValidator((name) => (cleanName(name) === '' ? 'Username is required' : validateName(name))),
    country: z.string(),
    city: z.string(),
    preference: z.string(),
    favoriteNotes: z.array(z.string()),
    favoriteScents: z.string(),
    scentMood: z.array(z.string()),
    favoriteSound: z.string(),
    instagramHandle: z.string(),
    showInstagram: z.boolean(),
    tiktokHandle: z.string(),
    showTiktok: z.boolean(),
    newPassword: toValidator((password) => (password === '' ? undefined : validatePassword(password))),
    confirmPassword: z.string(),
  })
  .check(
    matchingFields<{ newPassword: string; confirmPassword: string }>(
      'confirmPassword',
      ({ newPassword, confirmPassword }) =>
        newPassword === '' && confirmPassword === '' ? undefined : validateConfirmation(newPassword, confirmPassword),
    ),
  );

export type ProfileValues = z.infer<typeof profileSchema>;

export const COUNTRY_NAMES = COUNTRIES.map(({ name }) => name);

/** Splits a stored location into the two lists; keeps one that is not offered unless another is chosen. */
function placeOf(location: string | null): { country: string; city: string } {
  const parts = (location ?? '').split(', ');
  const country = parts.at(-1) ?? '';
  const city = parts.length > 1 ? parts[0]! : '';
  return COUNTRY_NAMES.includes(country)
    ? { country, city: citiesOf(country).includes(city) ? city : '' }
    : { country: '', city: '' };
}

/** The fields as the member's profile fills them. */
export function valuesOf(member: MemberProfile): ProfileValues {
  return {
    liquidName: member.liquidName,
    ...placeOf(member.location),
    preference: member.preference ?? '',
    favoriteNotes: [...member.favoriteNotes],
    favoriteScents: member.favoriteScents.join(', '),
    scentMood: member.scentMood === null ? [] : [member.scentMood],
    favoriteSound: member.favoriteSound ?? '',
    instagramHandle: member.instagramHandle ?? '',
    showInstagram: member.showInstagram,
    tiktokHandle: member.tiktokHandle ?? '',
    showTiktok: member.showTiktok,
    newPassword: '',
    confirmPassword: '',
  };
}

const orNull = (text: string): string | null => cleanName(text) || null;
const handleOf = (text: string): string | null => orNull(cleanName(text).replace(/^@+/, ''));

/** Changes of a profile by the fields; keeps a stored location that no list offers. */
export function changesOf(values: ProfileValues, member: MemberProfile) {
  const place = placeOf(member.location);
  const samePlace = place.country === values.country && place.city === values.city;
  return {
    liquidName: cleanName(values.liquidName),
    ...(samePlace ? {} : { location: locationOf(values.country, values.city) }),
    preference: (PREFERENCES as readonly string[]).includes(values.preference)
      ? (values.preference as Preference)
      : null,
    favoriteNotes: values.favoriteNotes,
    favoriteScents: [
      ...new Set(
        values.favoriteScents
          .split(',')
          .map((scent) => asName(scent, MAX_NOTE_NAME_LENGTH))
          .filter((scent) => scent !== ''),
      ),
    ].slice(0, 30),
    scentMood: values.scentMood[0] ?? null,
    favoriteSound: orNull(values.favoriteSound),
    instagramHandle: handleOf(values.instagramHandle),
    showInstagram: values.showInstagram,
    tiktokHandle: handleOf(values.tiktokHandle),
    showTiktok: values.showTiktok,
  };
}
