import { ActionIcon, Button, Indicator, TextInput } from '@mantine/core';
import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import type { Search } from '#web/parts/use-search.ts';
import classes from './TenantsScreen.module.css';

interface Props {
  search: Search;
  /** A period narrows the list. */
  isFiltered: boolean;
  onFilter: () => void;
}

export const TenantSearch = ({ search: { typed, setTyped, enter }, isFiltered, onFilter }: Props) => (
  <div className={classes.tools}>
    <TextInput
      flex={1}
      aria-label="Search tenants"
      placeholder="Search by name or email"
      maxLength={100}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') enter();
      }}
      rightSection={
        typed && (
          <ActionIcon size="lg" aria-label="Clear search" onClick={() => setTyped('')}>
            <IconX size={18} />
          </ActionIcon>
        )
      }
    />
    <Indicator disabled={!isFiltered} color="ember" size={10} offset={4}>
      <Button variant="default" leftSection={<IconFilter size={18} aria-hidden />} onClick={onFilter}>
        Filter{isFiltered && <span className="sr-only">, active</span>}
      </Button>
    </Indicator>
  </div>
);
