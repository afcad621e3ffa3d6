import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { newPasswordErrorMessage, OTHER_SESSIONS_OPEN } from '#features/members/domain/errorMessages.ts';
import { PREFERENCES, type MemberProfile, type Preference } from '#features/session/domain/member.ts';
import { perfumeNoteByName } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { citiesOf, FAVORITE_NOTES, SCENT_MOODS } from '#features/members/domain/options.ts';
import { changePassword } from '#features/members/state/passwords.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { profileWork, saveProfile } from '#features/members/state/profile.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { Chips, PasswordField, SelectField, TextField } from '#ui/forms/Field.tsx';
import form from '#ui/forms/form.module.css';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Switch } from '#ui/controls/Switch.tsx';
import { Tabs } from '#ui/controls/Tabs.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import { changesOf, COUNTRY_NAMES, profileSchema, valuesOf, type ProfileValues } from './profileForm.ts';

/** The colours of a favourite note; those of Lemon for the collective word Citrus. */
const materialStyle = (name: string) => noteStyle(perfumeNoteByName(name === 'Citrus' ? 'Lemon' : name)?.code);

/** Label of each preference on its chip. */
const PREFERENCE_LABELS: Record<Preference, string> = { ear: 'Ear', nose: 'Nose', both: 'Both' };

/** The editable fields of a member, on two tabs. */
export function EditProfile({ member, onClose }: { member: MemberProfile; onClose: () => void }) {
  const [tab, setTab] = useState<'basic' | 'preferences'>('basic');
  const { saving } = useSnapshot(profileWork);
  const { field, register, handleSubmit, isSubmitting, setError, control, setValue } = useValidatedForm({
    schema: profileSchema,
    defaultValues: valuesOf(member),
    mode: 'onSubmit',
  });
  const country = useWatch({ control, name: 'country' });
  const busy = saving || isSubmitting;

  const submit = async (values: ProfileValues) => {
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
        ...(outcome.value.otherSessionsEnded ? {} : { description: OTHER_SESSIONS_OPEN }),
        duration: NOTICE_MS,
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
  };
  // Show the errors: all fields with rules are on the first tab.
  const showErrors = () => setTab('basic');

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
    <Stack gap={4} narrows>
      <TextField label="Display name" autoComplete="nickname" {...field('liquidName')} />
      <TextField label="Email" type="email" value={member.email} readOnly hint="Email cannot be changed" />
      <Stack gap={4} className={form.pair}>
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
      </Stack>
      <Controller
        control={control}
        name="preference"
        render={({ field }) => (
          <Chips
            single
            label="Preference"
            options={PREFERENCES.map((preference) => PREFERENCE_LABELS[preference])}
            value={PREFERENCES.filter((preference) => preference === field.value).map(
              (preference) => PREFERENCE_LABELS[preference],
            )}
            onChange={([chosen]) =>
              field.onChange(PREFERENCES.find((preference) => PREFERENCE_LABELS[preference] === chosen) ?? '')
            }
          />
        )}
      />
      <Stack gap={4} className={form.pair}>
        {handle('Instagram', 'instagramHandle')}
        {handle('TikTok', 'tiktokHandle')}
      </Stack>
      <Stack gap={4} className={form.pair}>
        <PasswordField label="New password" autoComplete="new-password" {...field('newPassword')} />
        <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmPassword')} />
      </Stack>
    </Stack>
  );

  const preferences = (
    <Stack gap={4} narrows>
      <Controller
        control={control}
        name="favoriteNotes"
        render={({ field }) => (
          <Chips
            label="Favorite notes"
            options={FAVORITE_NOTES}
            value={field.value}
            onChange={field.onChange}
            dotOf={materialStyle}
          />
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
    </Stack>
  );

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title="Edit Profile">
      <Stack as="form" gap={4} narrows noValidate onSubmit={(event) => void handleSubmit(submit, showErrors)(event)}>
        <Tabs
          label="Edit profile"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'basic', label: 'Basic', panel: basic },
            { value: 'preferences', label: 'Preferences', panel: preferences },
          ]}
        />
        <Row wrap gap={3} align="middle" className={`${form.actions} ${form.held}`}>
          <SubmitButton busy={busy}>{busy ? 'Saving...' : 'Save changes'}</SubmitButton>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
