import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import * as z from 'zod/mini';
import { NAME_LIMIT, validateConfirmation, validatePassword } from '../../domain/accountRules.ts';
import { newPasswordErrorMessage } from '../../domain/errorMessages.ts';
import { PREFERENCES, type MemberProfile, type Preference } from '../../domain/member.ts';
import { locationOf } from '../../domain/memberCard.ts';
import { isBlank } from '../../../../core/values/nameRules.ts';
import { citiesOf, COUNTRIES, FAVORITE_NOTES, SCENT_MOODS } from '../../domain/options.ts';
import { changePassword } from '../../state/passwords.ts';
import { ACCOUNT_NOTICE_MS, notify } from '../../../../core/shell/notices.ts';
import { profileWork, saveProfile } from '../../state/profile.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { Dialog } from '../../../../ui/controls/Dialog.tsx';
import { Chips, PasswordField, SelectField, TextField } from '../../../../ui/forms/Field.tsx';
import form from '../../../../ui/forms/form.module.css';
import { agreeing, validatedBy } from '../../../../ui/forms/formRules.ts';
import { SubmitButton } from '../../../../ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '../../../../ui/forms/useValidatedForm.ts';
import { Switch } from '../../../../ui/controls/Switch.tsx';
import { Tabs } from '../../../../ui/controls/Tabs.tsx';

const schema = z
  .object({
    liquidName: validatedBy((name) =>
      isBlank(name)
        ? 'Username is required'
        : [...name.trim()].length >= NAME_LIMIT
          ? 'Name must be less than 50 characters'
          : undefined,
    ),
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
    newPassword: validatedBy((password) => (password === '' ? undefined : validatePassword(password))),
    confirmPassword: z.string(),
  })
  .check(
    agreeing<{ newPassword: string; confirmPassword: string }>('confirmPassword', ({ newPassword, confirmPassword }) =>
      newPassword === '' && confirmPassword === '' ? undefined : validateConfirmation(newPassword, confirmPassword),
    ),
  );

type Values = z.infer<typeof schema>;

const WORDS: Record<Preference, string> = { ear: 'Ear', nose: 'Nose', both: 'Both' };
const COUNTRY_NAMES = COUNTRIES.map(({ name }) => name);

/** Splits a stored location into the two lists; keeps one that is not offered unless another is chosen. */
function placeOf(location: string | null): { country: string; city: string } {
  const parts = (location ?? '').split(', ');
  const country = parts.at(-1) ?? '';
  const city = parts.length > 1 ? parts[0]! : '';
  return COUNTRY_NAMES.includes(country)
    ? { country, city: citiesOf(country).includes(city) ? city : '' }
    : { country: '', city: '' };
}

function valuesOf(member: MemberProfile): Values {
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

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const handleOf = (text: string): string | null => orNull(text.trim().replace(/^@+/, ''));

function changesOf(values: Values, member: MemberProfile) {
  const place = placeOf(member.location);
  const samePlace = place.country === values.country && place.city === values.city;
  return {
    liquidName: values.liquidName.trim(),
    ...(samePlace ? {} : { location: locationOf(values.country, values.city) }),
    preference: (PREFERENCES as readonly string[]).includes(values.preference)
      ? (values.preference as Preference)
      : null,
    favoriteNotes: values.favoriteNotes,
    favoriteScents: [
      ...new Set(
        values.favoriteScents
          .split(',')
          .map((scent) => scent.trim())
          .filter((scent) => scent !== ''),
      ),
    ]
      .map((scent) => scent.slice(0, 80).trim())
      .slice(0, 30),
    scentMood: values.scentMood[0] ?? null,
    favoriteSound: orNull(values.favoriteSound),
    instagramHandle: handleOf(values.instagramHandle),
    showInstagram: values.showInstagram,
    tiktokHandle: handleOf(values.tiktokHandle),
    showTiktok: values.showTiktok,
  };
}

/** The editable fields of a member, on two tabs. */
export function EditProfile({ member, onClose }: { member: MemberProfile; onClose: () => void }) {
  const [tab, setTab] = useState<'basic' | 'preferences'>('basic');
  const { saving } = useSnapshot(profileWork);
  const { field, register, handleSubmit, isSubmitting, setError, control, setValue } = useValidatedForm({
    schema,
    defaultValues: valuesOf(member),
    mode: 'onSubmit',
  });
  const country = useWatch({ control, name: 'country' });
  const busy = saving || isSubmitting;

  const submit = async (values: Values) => {
    const changes = changesOf(values, member);
    if (values.newPassword !== '') {
      const outcome = await changePassword(values.newPassword);
      if (!outcome.ok) {
        setError('newPassword', { message: newPasswordErrorMessage(outcome.error) });
        return;
      }
      setValue('newPassword', '');
      setValue('confirmPassword', '');
      notify({
        kind: 'success',
        title: 'Password updated successfully!',
        duration: ACCOUNT_NOTICE_MS,
        key: 'password',
      });
      if (
        Object.entries(changes).every(
          ([key, value]) => JSON.stringify(member[key as keyof MemberProfile]) === JSON.stringify(value),
        )
      ) {
        onClose();
        return;
      }
    }
    if (await saveProfile(changes)) onClose();
    else if (profileWork.nameRefused !== null) {
      setTab('basic');
      setError('liquidName', { message: profileWork.nameRefused }, { shouldFocus: true });
    }
  };
  // Show the errors: all fields with rules are on the first tab.
  const refused = () => setTab('basic');

  const handle = (label: string, name: 'instagramHandle' | 'tiktokHandle') => {
    const shown = name === 'instagramHandle' ? 'showInstagram' : 'showTiktok';
    return (
      <div>
        <TextField
          label={`${label} handle`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="@"
          maxLength={60}
          {...register(name)}
        />
        <Controller
          control={control}
          name={shown}
          render={({ field }) => (
            <Switch label={`Show ${label} among my Personal Info`} checked={field.value} onChange={field.onChange} />
          )}
        />
      </div>
    );
  };

  const basic = (
    <div className="stack gap-4 narrows">
      <TextField label="Display name" autoComplete="nickname" {...field('liquidName')} />
      <TextField label="Email" type="email" value={member.email} readOnly hint="Email cannot be changed" />
      <div className={form.pair}>
        <SelectField
          label="Country"
          placeholder="Select country"
          options={COUNTRY_NAMES}
          {...register('country', { onChange: () => setValue('city', '') })}
        />
        <SelectField
          label="City"
          placeholder="Select city"
          options={citiesOf(country)}
          disabled={country === ''}
          {...register('city')}
        />
      </div>
      <Controller
        control={control}
        name="preference"
        render={({ field }) => (
          <Chips
            single
            label="Preference"
            options={PREFERENCES.map((preference) => WORDS[preference])}
            value={PREFERENCES.filter((preference) => preference === field.value).map(
              (preference) => WORDS[preference],
            )}
            onChange={([chosen]) =>
              field.onChange(PREFERENCES.find((preference) => WORDS[preference] === chosen) ?? '')
            }
          />
        )}
      />
      {handle('Instagram', 'instagramHandle')}
      {handle('TikTok', 'tiktokHandle')}
      <div className={form.pair}>
        <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
      </div>
    </div>
  );

  const preferences = (
    <div className="stack gap-4 narrows">
      <Controller
        control={control}
        name="favoriteNotes"
        render={({ field }) => (
          <Chips label="Favorite notes" options={FAVORITE_NOTES} value={field.value} onChange={field.onChange} />
        )}
      />
      <Controller
        control={control}
        name="scentMood"
        render={({ field }) => (
          <Chips single label="Scent mood" options={SCENT_MOODS} value={field.value} onChange={field.onChange} />
        )}
      />
      <TextField label="Favorite scents" hint="Separated by commas" maxLength={600} {...register('favoriteScents')} />
      <TextField label="Favorite sound" maxLength={200} {...register('favoriteSound')} />
    </div>
  );

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title="Edit Profile">
      <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit, refused)(event)}>
        <Tabs
          label="Edit profile"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'basic', label: 'Basic', panel: basic },
            { value: 'preferences', label: 'Preferences', panel: preferences },
          ]}
        />
        <div className={`${form.actions} ${form.held}`}>
          <SubmitButton busy={busy}>{busy ? 'Saving...' : 'Save changes'}</SubmitButton>
          <button type="button" className={buttonClass('outline')} onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
