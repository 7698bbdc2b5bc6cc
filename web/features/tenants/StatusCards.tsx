import { UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import type { Reply } from '#contract/endpoint.ts';
import type { countTenants, TenantState } from '#contract/tenants.ts';
import classes from './TenantsScreen.module.css';

interface StatusCardsProps {
  counts: Reply<typeof countTenants>;
  value: TenantState;
  onChange: (state: TenantState) => void;
}

const cards = [
  { state: 'all', label: 'All', icon: IconBuildingStore, of: 'allTenants' },
  { state: 'active', label: 'Active', icon: IconCircleCheck, of: 'activeTenants' },
  { state: 'inactive', label: 'Inactive', icon: IconCircleOff, of: 'inactiveTenants' },
] as const;

/** How many tenants there are in each state; a card narrows the list to its own. */
export const StatusCards = ({ counts, value, onChange }: StatusCardsProps) => (
  <div className={classes.cards} role="group" aria-label="Status">
    {cards.map(({ state, label, icon: Picture, of }) => (
      <UnstyledButton key={state} className={classes.card} aria-pressed={value === state} onClick={() => onChange(state)}>
        <span className={classes.label}>
          <Picture size={18} stroke={1.75} aria-hidden />
          {label}
        </span>
        <span className={`${classes.count} tabular`}>{counts[of].toLocaleString('en')}</span>
      </UnstyledButton>
    ))}
  </div>
);
