import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { finder } from '#contract/search.ts';
import { useIsLast } from '#web/ui/Dialog.tsx';

/** The dialog that finds pages by title. */
export const PageFinder = ({ actions }: { actions: SpotlightActionData[] }) => {
  // it lies over whatever dialog is open, which must not take the same Escape
  const [isOpen, setOpen] = useState(false);
  useIsLast(isOpen);
  return (
    <Spotlight
      actions={actions}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      shortcut={null}
      filter={(query, all) => {
        const isFound = finder(query);
        return all.filter((action) => 'label' in action && isFound(action.label));
      }}
      attributes={{ content: { 'aria-label': 'Go to a page' } }}
      // What is typed right after the shortcut must not be lost.
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      centered={false}
      yOffset="12dvh"
      nothingFound="No result found!"
      searchProps={{
        placeholder: 'Go to a page',
        'aria-label': 'Go to a page',
        leftSection: <IconSearch size={20} stroke={1.75} aria-hidden />,
      }}
    />
  );
};
