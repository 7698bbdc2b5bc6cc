import { addSampleMenu, listCategories, removeSampleMenu } from '#contract/categories.ts';
import { getFirstSteps } from '#contract/first-steps.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { useAction, useReply } from '#web/platform/api.ts';

/** A small menu to try with, which goes again without a trace but for what was sold or changed. */
export const useSampleMenu = () => {
  const refreshes = [listMenuItems, listCategories, getFirstSteps];
  const { data } = useReply(getFirstSteps, {});
  const add = useAction(addSampleMenu, { refreshes });
  const remove = useAction(removeSampleMenu, {
    refreshes,
    confirm: () => ({
      verb: 'Remove',
      thing: 'the sample menu',
      sentence: 'Its items and categories leave the menu. What you sold or changed stays.',
    }),
  });
  return {
    isThere: data?.hasSampleMenu ?? false,
    isPending: add.isPending,
    add: () => void add.run({}),
    remove: () => void remove.run({}),
  };
};
