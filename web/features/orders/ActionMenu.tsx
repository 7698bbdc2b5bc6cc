import { ActionIcon, Menu } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './ActionMenu.module.css';

interface Entry {
  label: string;
  icon: Icon;
  isDangerous?: boolean;
  onClick: () => void;
}

interface ActionMenuProps {
  label: string;
  entries: readonly (Entry | false)[];
}

const UsedMenu = ({ label, entries }: { label: string; entries: Entry[] }) => {
  const dots = useRef<HTMLButtonElement>(null);
  return (
    <Menu defaultOpened position="bottom-end" width={200}>
      <Menu.Target>
        {/* It takes the place of the button that was pressed, and its focus, to which the menu returns. */}
        <ActionIcon aria-label={label} autoFocus ref={dots}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, icon: Picture, isDangerous, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<Picture size={18} stroke={1.75} aria-hidden />}
            c={isDangerous ? 'var(--mantine-color-error)' : undefined}
            onClick={() => {
              // the entry goes: a dialog that it opens gives the focus back to these dots
              dots.current?.focus({ preventScroll: true });
              onClick();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** A menu behind three dots. It is built when it is first asked for: a full board has thousands of them. */
export const ActionMenu = ({ label, entries }: ActionMenuProps) => {
  const [isUsed, setIsUsed] = useState(false);
  const offered = entries.filter((entry) => entry !== false);
  if (offered.length === 0) return null;
  if (isUsed) return <UsedMenu label={label} entries={offered} />;
  return (
    // a plain button: a full board renders hundreds of them
    <button
      type="button"
      className={`${classes.dots} mantine-focus-auto mantine-active`}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setIsUsed(true)}
    >
      <IconDots size={20} />
    </button>
  );
};
