import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CheckRow } from '#contract/checks.ts';

/** The way to the open bills; nothing for whoever takes no payment. */
export const BillsButton = ({ bills }: { bills: readonly CheckRow[] | undefined }) =>
  bills && (
    <Button variant="default" component={Link} to="/dashboard/checks" leftSection={<IconReceipt size={18} aria-hidden />}>
      Bills{bills.length > 0 && ` (${bills.length})`}
    </Button>
  );
