import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { leaveAccount } from '#features/members/state/auth/auth.ts';
import { session } from '#features/session/state/session.ts';
import { Avatar } from '#features/members/components/Avatar.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/controls/Menu.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './AccountMenu.module.css';

const MENU_ENTRIES = [
  ['Personal Info', '/profile?tab=essentials'],
  ['Sound Profile', '/profile?tab=soundcode'],
  ['Fragrances', '/profile?tab=fragrances'],
] as const;

/** The member's picture as a button, with a menu: profile and log-out. */
export default function AccountMenu() {
  const { user } = useSnapshot(session);
  const [, navigate] = useLocation();
  if (user === null) return null;
  const leave = async () => {
    if (!(await leaveAccount())) return;
    // The menu was unmounted with its button: focus its replacement.
    afterNextPaint(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('header a[href="/login"]')?.focus();
    });
  };
  return (
    <Menu
      align="end"
      label="Account"
      trigger={
        <Stack
          as="button"
          type="button"
          align="center"
          radius="circle"
          className="square"
          aria-label={`Account of ${user.liquidName}`}
        >
          <Avatar name={user.liquidName} photo={user.profilePhoto} size={40} />
        </Stack>
      }
    >
      <Row gap={3} align="middle" className={styles.who}>
        <Avatar name={user.liquidName} photo={user.profilePhoto} size={52} />
        <Stack narrows>
          <Text as="strong" size="large" weight="regular" font="serif" tracking="close" overflow="clipped">
            <bdi translate="no">{user.liquidName}</bdi>
          </Text>
          <span>{user.email}</span>
          {user.musicalIdentity !== null && <span>{user.musicalIdentity}</span>}
        </Stack>
      </Row>
      <MenuSeparator />
      {MENU_ENTRIES.map(([label, path]) => (
        <MenuItem key={path} onSelect={() => navigate(path)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem leaves onSelect={() => void leave()}>
        Logout
      </MenuItem>
      <MenuItem onSelect={() => navigate('/profile')}>View Full Profile</MenuItem>
    </Menu>
  );
}
