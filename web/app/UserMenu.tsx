import { Avatar, type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLock, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import { VERSION } from '#web/platform/page-facts.ts';
import { useStoredUser } from '#web/platform/session.tsx';
import type { Place } from './navigation.ts';

// one file to fetch: what every page loads first names each chunk
export { ReadyMark } from './ReadyMark.tsx';

const appearances = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const;

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };

interface UserMenuProps {
  /** Pages of one's own. */
  pages: readonly Pick<Place, 'title' | 'path' | 'icon'>[];
  restaurant?: string | undefined;
  /** The way out. */
  signOut: { leave: () => void; isPending: boolean };
  /** Left out where nobody takes turns. */
  onLock?: () => void;
}

/** Who is signed in, how it looks, and the way out. */
export const UserMenu = ({ pages, restaurant, signOut: { leave, isPending }, onLock }: UserMenuProps) => {
  const user = useStoredUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  return (
    <Menu width={232} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton p={4}>
          <Avatar name={user?.name} color="ember" size={36} alt="" />
          <span className="sr-only"> User menu</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {user?.name}
          </Text>
          <Text size="xs" truncate>
            {user?.username}
          </Text>
          {restaurant && (
            <Text size="xs" truncate>
              {restaurant}
            </Text>
          )}
        </Menu.Label>
        {pages.map(({ title, path, icon: Picture }) => (
          <Menu.Item key={path} component={Link} to={path} leftSection={<Picture {...icon} />}>
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {appearances.map(({ value, label, icon: Picture }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Picture {...icon} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {onLock && (
          <Menu.Item leftSection={<IconLock {...icon} />} onClick={onLock}>
            Lock, or switch user
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout {...icon} />} disabled={isPending} onClick={leave}>
          Logout
        </Menu.Item>
        {VERSION && <Menu.Label>Comanda {VERSION}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
};
