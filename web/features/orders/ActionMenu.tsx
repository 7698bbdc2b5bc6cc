import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useState } from 'react';

interface Entry {
  label: string;
  icon: Icon;
  isDangerous?: boolean;
  onClick: () => void;
}

/** A menu behind three dots. It is built when it is opened: a full board has thousands of them. */
export const ActionMenu = ({ label, entries }: { label: string; entries: readonly (Entry | false)[] }) => {
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  const offered = entries.filter((entry) => entry !== false);
  if (offered.length === 0) return null;

  if (state !== 'open') {
    return (
      // Whoever closes the menu by keyboard goes on where they were.
      <ActionIcon aria-label={label} aria-haspopup="menu" autoFocus={state === 'closed'} onClick={() => setState('open')}>
        <IconDots size={20} />
      </ActionIcon>
    );
  }
  return (
    <Menu opened onClose={() => setState('closed')} position="bottom-end" width={200} returnFocus={false}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ label, icon: Picture, isDangerous, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<Picture size={18} stroke={1.75} aria-hidden />}
            color={isDangerous ? 'red' : undefined}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
