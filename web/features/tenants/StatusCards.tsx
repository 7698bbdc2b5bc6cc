import { UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconCircleCheck, IconCircleOff, IconTrash } from '@tabler/icons-react';
import type { Reply } from '#contract/endpoint.ts';
import { type countTenants, tenantStates } from '#contract/tenants.ts';
import classes from './TenantsScreen.module.css';

/** What the screen lists: the tenants of a state, or those that can be restored. */
export const listedOnes = [...tenantStates, 'deleted'] as const;
type Listed = (typeof listedOnes)[number];

interface StatusCardsProps {
  counts: Reply<typeof countTenants>;
  value: Listed;
  onChange: (listed: Listed) => void;
}

const cards = [
  { state: 'all', label: 'All', icon: IconBuildingStore, of: 'allTenants' },
  { state: 'active', label: 'Active', icon: IconCircleCheck, of: 'activeTenants' },
  { state: 'inactive', label: 'Inactive', icon: IconCircleOff, of: 'inactiveTenants' },
  { state: 'deleted', label: 'Deleted', icon: IconTrash, of: 'deletedTenants' },
] as const;

/** How many tenants there are in each state; a card narrows the list to its own. */
export const StatusCards = ({ counts, value, onChange }: StatusCardsProps) => (
  <div className={classes.cards} role="group" aria-label="Status">
    {cards.map(({ state, label, icon: Picture, of }) => (
      <UnstyledButton key={state} className={`surface ${classes.card}`} aria-pressed={value === state} onClick={() => onChange(state)}>
        <span className={classes.label}>
          <Picture size={18} stroke={1.75} aria-hidden />
          {label}
        </span>
        <span className={`${classes.count} tabular`}>{counts[of].toLocaleString('en')}</span>
      </UnstyledButton>
    ))}
  </div>
);
