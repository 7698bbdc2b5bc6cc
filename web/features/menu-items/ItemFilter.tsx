import { Select } from '@mantine/core';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import classes from './MenuItemsScreen.module.css';
import type { useShownItems } from './use-shown-items.ts';

type ItemFilterProps = Pick<ReturnType<typeof useShownItems>, 'search' | 'categories' | 'category' | 'onCategory'>;

export const ItemFilter = ({ search, categories, category, onCategory }: ItemFilterProps) => (
  <>
    <SearchBox search={search} label="Search Item" placeholder="Search Item" className={classes.search} />
    <Select
      className={classes.category}
      aria-label="Category"
      placeholder="All categories"
      data={categories}
      clearable
      clearButtonProps={{ 'aria-label': 'All categories' }}
      value={category}
      onChange={onCategory}
    />
  </>
);
