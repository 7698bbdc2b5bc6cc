import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

export const TenantStatus = ({ isActive }: { isActive: boolean }) =>
  isActive ? (
    <StatusBadge status="completed" label="Active" icon={IconCircleCheck} />
  ) : (
    <StatusBadge status="delivered" label="Inactive" icon={IconCircleOff} />
  );
