import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { MEMBER_TITLE, type MemberProfile } from '#features/session/domain/member.ts';
import { focusLabel, memberNumbers } from '#features/members/domain/memberCard.ts';
import { changePhoto, profileWork } from '#features/members/state/profile.ts';
import { familyOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { familyStyle } from '#features/fragrance/components/family.ts';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { Avatar } from '#features/members/components/Avatar.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { PhotoIcon } from '#ui/icons/laterIcons.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Box, Row, Stack } from '#ui/layout/Box.tsx';
import { MemberFlower, useOwnFragrance } from './MemberFlower.tsx';
import styles from './HeaderCard.module.css';

interface HeaderCardProps {
  member: MemberProfile;
  /** On a phone it has photo, name and flower alone, in one row. */
  small?: boolean;
  /** Opens the form of the profile; without it the card has no button. */
  onEdit?: () => void;
}

/** Photo, name and numbers of a member. */
export function HeaderCard({ member, small = false, onEdit }: HeaderCardProps) {
  const { items, known } = useSnapshot(savedFragrances);
  const own = useOwnFragrance();
  const lead = own?.musicEssence[0];
  const { liquefied, secretNotes, badges } = memberNumbers(items.length);
  return (
    <Stack
      as="header"
      wide
      radius="lg"
      className={styles.card}
      style={familyStyle(lead === undefined ? undefined : familyOf(lead).octave)}
      data-small={small || undefined}
    >
      <Photo member={member} />
      <Stack gap={2} narrows className="area-words">
        <ScreenHeading className="heading anywhere closest">
          <bdi translate="no">{member.liquidName}</bdi>
        </ScreenHeading>
        <Row as="p" wrap columnGap={4} size="small" tone="muted">
          <span>{`Level ${member.level} ${MEMBER_TITLE} · ${focusLabel(member.preference)}`}</span>
          {member.location !== null && <bdi>{member.location}</bdi>}
        </Row>
        <Row as="dl" wrap gap={5}>
          <Row gap={2} align="baseline" numerals="digits">
            <dt className="muted tiny">Liquefied</dt>
            <dd>{known ? liquefied : <Unknown />}</dd>
          </Row>
          <Row gap={2} align="baseline" numerals="digits">
            <dt className="muted tiny">Secret notes</dt>
            <dd>{known ? secretNotes : <Unknown />}</dd>
          </Row>
        </Row>
        {(!known || badges.length > 0) && (
          <Row as="ul" wrap gap={2} className={styles.badges} aria-label="Badges">
            {badges.map((badge) => (
              <li key={badge} className={styles.badge}>
                {badge}
              </li>
            ))}
          </Row>
        )}
      </Stack>
      {onEdit !== undefined && (
        <Button variant="outline" className={styles.edit} onClick={onEdit}>
          Edit Profile
        </Button>
      )}
      <div className={styles.flower}>
        <MemberFlower fragrance={own} />
      </div>
    </Stack>
  );
}

/** A placeholder for a number that is not loaded: it is not zero. */
function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">not known yet</span>
    </>
  );
}

/** The photo is a button that selects another one. */
function Photo({ member }: { member: MemberProfile }) {
  const { photoProgress } = useSnapshot(profileWork);
  const picker = useRef<HTMLInputElement>(null);
  const busy = photoProgress !== null;
  return (
    <Box position="relative" className={styles.photo}>
      <Box
        as="button"
        type="button"
        position="relative"
        radius="circle"
        aria-label="Change profile photo"
        aria-disabled={busy}
        onClick={() => !busy && picker.current?.click()}
      >
        <Avatar name={member.liquidName} photo={member.profilePhoto} size={96} />
        <Stack as="span" align="center" className={styles.camera}>
          <PhotoIcon size={18} />
        </Stack>
      </Box>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label="Profile photo"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allow choosing the same file again.
          event.target.value = '';
          if (file !== undefined) void changePhoto(file);
        }}
      />
      {busy && <progress className={styles.progress} value={photoProgress} max={1} aria-label="Uploading photo" />}
    </Box>
  );
}
