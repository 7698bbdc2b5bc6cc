import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Tenant } from '#contract/tenants.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { RowActions } from '#web/parts/RowActions.tsx';
import { dayText, lastOrderText } from './dates.ts';
import { TenantStatus } from './TenantStatus.tsx';
import classes from './TenantsScreen.module.css';

interface TenantTableProps {
  tenants: readonly Tenant[];
  onEdit: (tenant: Tenant) => void;
  onDelete: (tenant: Tenant) => void;
}

export const TenantTable = ({ tenants, onEdit, onDelete }: TenantTableProps) => (
  <div className="table-frame">
    <table className={`row-table ${classes.table}`} aria-label="Tenants">
      <thead>
        <tr>
          <th scope="col" className={classes.who}>
            Name
          </th>
          <th scope="col">Status</th>
          <th scope="col" className={classes.wideOnly}>
            Subscribed
          </th>
          <th scope="col" className={classes.wideOnly}>
            Ends
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <tr key={tenant.id}>
            <td className={classes.who}>
              <Anchor
                component={Link}
                to={`/superadmin/dashboard/tenants/${tenant.id}/subscription-history`}
                inherit
                className={classes.name}
              >
                {/* isolated: a name that turns the direction of writing turns only itself */}
                <bdi>{tenant.name}</bdi>
              </Anchor>
              <div className={classes.email}>
                <bdi>{tenant.email === null ? '–' : <EmailText of={tenant.email} />}</bdi>
              </div>
              <div className={classes.email}>{lastOrderText(tenant.last_order)}</div>
              {tenant.note != null && (
                <div className={classes.note}>
                  <bdi>{tenant.note}</bdi>
                </div>
              )}
            </td>
            <td>
              <TenantStatus isActive={tenant.is_active} />
              {!tenant.is_active && tenant.subscription_id !== null && <div className={classes.charged}>Still subscribed</div>}
            </td>
            <td className={classes.wideOnly}>{dayText(tenant.subscription_start)}</td>
            <td className={classes.wideOnly}>{dayText(tenant.subscription_end)}</td>
            <td>
              <RowActions name={tenant.name} onEdit={() => onEdit(tenant)} onDelete={() => onDelete(tenant)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
