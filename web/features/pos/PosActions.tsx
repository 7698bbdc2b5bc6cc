import { Button, Indicator } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type Icon,
  IconBookmarks,
  IconCashBanknote,
  IconClipboardList,
  IconFilePlus,
  IconQrcode,
  IconQrcodeOff,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './PosActions.module.css';

interface PosActionsProps {
  qrCount: number;
  isQrPaused: boolean;
  draftCount: number;
  onNew: () => void;
  onQrOrders: () => void;
  onDrafts: () => void;
  onDrawer: () => void;
}

/** The header's buttons; on a phone or a narrow tablet an icon each, with one word below it. */
export const PosActions = memo(({ qrCount, isQrPaused, draftCount, onNew, onQrOrders, onDrafts, onDrawer }: PosActionsProps) => {
  const isSmall = useMediaQuery('(max-width: 53em)', false, { getInitialValueInEffect: false });
  const look = (title: string, word: string, Picture: Icon, mark?: ReactNode) => {
    const icon = <Picture size={isSmall ? 20 : 18} stroke={1.75} aria-hidden />;
    if (isSmall)
      return {
        'aria-label': title,
        className: classes.small,
        children: (
          <>
            {icon}
            {word}
          </>
        ),
      };
    return { leftSection: icon, rightSection: mark, children: title };
  };
  return (
    <div className={classes.actions} data-bar>
      <Button variant={isSmall ? 'subtle' : 'default'} color="gray" onClick={onNew} {...look('New', 'New', IconFilePlus)} />
      <Indicator
        disabled={qrCount === 0}
        label={<span aria-hidden>{qrCount}</span>}
        color="red.6"
        size={22}
        offset={isSmall ? 12 : 4}
        processing={false}
      >
        <Button
          variant={isSmall ? 'subtle' : 'default'}
          color="gray"
          onClick={onQrOrders}
          {...look('QR Menu Orders', 'QR', isQrPaused ? IconQrcodeOff : IconQrcode)}
          aria-label={['QR Menu Orders', qrCount > 0 && `${qrCount} waiting`, isQrPaused && 'paused'].filter(Boolean).join(', ')}
        />
      </Indicator>
      <Indicator disabled={!isSmall || draftCount === 0} offset={14} size={8}>
        <Button
          variant={isSmall ? 'subtle' : 'default'}
          color="gray"
          onClick={onDrafts}
          {...look('Drafts List', 'Drafts', IconBookmarks, draftCount > 0 && <span className={classes.count}>{draftCount}</span>)}
        />
      </Indicator>
      <Button
        variant={isSmall ? 'subtle' : 'default'}
        color="gray"
        component={Link}
        to="/dashboard/orders"
        {...look('Table Orders', 'Orders', IconClipboardList)}
      />
      <Button variant={isSmall ? 'subtle' : 'default'} color="gray" onClick={onDrawer} {...look('Drawer', 'Drawer', IconCashBanknote)} />
    </div>
  );
});
