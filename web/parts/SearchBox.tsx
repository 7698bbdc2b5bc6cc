import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { Search } from '#web/parts/use-search.ts';

interface SearchBoxProps {
  search: Search;
  label: string;
  placeholder: string;
  className?: string | undefined;
}

/** The box above a list. */
export const SearchBox = ({ search: { typed, setTyped, enter }, label, placeholder, className }: SearchBoxProps) => (
  <TextInput
    {...(className && { className })}
    type="search"
    aria-label={label}
    placeholder={placeholder}
    maxLength={100}
    autoComplete="off"
    spellCheck={false}
    leftSection={<IconSearch size={18} aria-hidden />}
    rightSection={
      typed && (
        <ActionIcon aria-label="Clear search" onClick={() => setTyped('')}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )
    }
    value={typed}
    onChange={(event) => setTyped(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Enter') enter();
    }}
  />
);
