import { Select, type SelectProps } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

/** So that what is typed searches instead of being added to what stands there. */
const selectText = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => currentTarget.select();

/** One of hundreds. They are rendered once the field has the focus, as the arrow keys need them; before, each touch of another field would render them all. */
export const SelectOfMany = ({ onFocus, ...props }: SelectProps) => {
  const [isUsed, setUsed] = useState(false);
  return (
    <Select
      searchable
      // what is typed and not chosen would stand there as if it were, and Enter saves the form
      selectFirstOptionOnChange
      allowDeselect={false}
      maxDropdownHeight={280}
      comboboxProps={{ keepMounted: isUsed }}
      onClick={selectText}
      onFocus={(event) => {
        setUsed(true);
        onFocus?.(event);
      }}
      {...props}
    />
  );
};
