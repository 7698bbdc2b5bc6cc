import { Button, Stack } from '@mantine/core';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import type { MenuItem } from '#contract/menu-items.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DishFacts } from './DishFacts.tsx';

interface ItemDialogProps {
  item: MenuItem;
  /** None: this person may not say so. */
  onSoldOut: ((item: MenuItem, isSoldOut: boolean) => void) | undefined;
  onClose: () => void;
}

/** What a long touch on an item offers. */
export const ItemDialog = ({ item, onSoldOut, onClose }: ItemDialogProps) => (
  <Dialog opened onClose={onClose} title={item.title} size="xs">
    <Stack gap="sm">
      <DishFacts item={item} isAsked />
      {onSoldOut && (
        <Button
          fullWidth
          data-autofocus
          variant="default"
          leftSection={item.sold_out ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleOff size={18} aria-hidden />}
          onClick={() => {
            onSoldOut(item, !item.sold_out);
            onClose();
          }}
        >
          {item.sold_out ? 'Available again' : 'Sold out'}
        </Button>
      )}
    </Stack>
  </Dialog>
);
