import {
  fieldsOf,
  isBoolean,
  isWithin,
  nameSchema,
  nullable,
  text,
  type Check,
  type Checks,
} from '#core/schema/checks.ts';
import { asName, cleanName, MAX_NOTE_NAME_LENGTH } from '#core/values/nameRules.ts';

/** Every new member's level and title. */
const FIRST_LEVEL = 1;
export const MEMBER_TITLE = 'Member';

export const PREFERENCES = ['ear', 'nose', 'both'] as const;
export type Preference = (typeof PREFERENCES)[number];

/** A member's row in `profiles`, in the app's names. */
export interface MemberProfile {
  /** The auth account's id. */
  id: string;
  email: string;
  liquidName: string;
  /** URL of the photo. */
  profilePhoto: string | null;
  /** 'City, Country', or the country alone. */
  location: string | null;
  /** The Sound Key: note codes joined by hyphens. */
  musicalIdentity: string | null;
  favoriteNotes: string[];
  favoriteScents: string[];
  scentMood: string | null;
  favoriteSound: string | null;
  preference: Preference | null;
  level: number;
  instagramHandle: string | null;
  showInstagram: boolean;
  tiktokHandle: string | null;
  showTiktok: boolean;
  /** ISO dates; null if unknown. */
  createdAt: string | null;
  updatedAt: string | null;
}

const isDate = nullable(text(40));
const isPhoto = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 500 && /^https?:\/\//.test(value);
const isFavorite = nameSchema(MAX_NOTE_NAME_LENGTH);
const areFavorites = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 30 && value.every(isFavorite);
const isPreference = (value: unknown): value is Preference => (PREFERENCES as readonly unknown[]).includes(value);
const isLevel = (value: unknown): value is number => Number.isInteger(value) && isWithin(FIRST_LEVEL, 1e6)(value);

/** Checks of a member's profile, for local copies and rows. */
export const MEMBER_CHECKS: Checks<MemberProfile> = {
  id: text(100),
  email: text(254),
  liquidName: nameSchema(50),
  profilePhoto: nullable(isPhoto),
  location: nullable(text(100)),
  musicalIdentity: nullable(text(100)),
  favoriteNotes: areFavorites,
  favoriteScents: areFavorites,
  scentMood: nullable(text(60)),
  favoriteSound: nullable(text(200)),
  preference: nullable(isPreference),
  level: isLevel,
  instagramHandle: nullable(text(60)),
  showInstagram: isBoolean,
  tiktokHandle: nullable(text(60)),
  showTiktok: isBoolean,
  createdAt: isDate,
  updatedAt: isDate,
};

/** Reads a profile from a local copy, with defaults for invalid fields; null when there is none. */
export function readMember(value: unknown): MemberProfile | null {
  const fields = fieldsOf(value);
  const { id, email } = fields;
  if (email === '' || !MEMBER_CHECKS.email(email)) return null;
  const validFields = Object.entries<Check<unknown>>(MEMBER_CHECKS).filter(([field, check]) => check(fields[field]));
  return {
    ...defaultProfile({ id: MEMBER_CHECKS.id(id) ? id : '', email }),
    ...Object.fromEntries(validFields.map(([field]) => [field, fields[field]])),
  };
}

/** An account of the auth service. */
export interface AuthAccount {
  id: string;
  email: string;
  createdAt?: string | null;
  /** The metadata of the registration. */
  metadata?: Readonly<Record<string, unknown>>;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? asName(value, 100) || null : null);

/** The default name of a member: the local part of the address, else 'User'. */
export function fallbackName(email: string): string {
  return cleanName(email.split('@')[0] ?? '') || 'User';
}

/** The profile of an account without its row: from the registration, with defaults. */
export function defaultProfile({ id, email, createdAt = null, metadata = {} }: AuthAccount): MemberProfile {
  return {
    id,
    email,
    liquidName: textOrNull(metadata['liquidName']) ?? fallbackName(email),
    profilePhoto: null,
    location: textOrNull(metadata['location']),
    musicalIdentity: null,
    favoriteNotes: [],
    favoriteScents: [],
    scentMood: null,
    favoriteSound: null,
    preference: null,
    level: FIRST_LEVEL,
    instagramHandle: null,
    showInstagram: false,
    tiktokHandle: null,
    showTiktok: false,
    createdAt,
    updatedAt: null,
  };
}
