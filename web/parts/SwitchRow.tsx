import { Switch, type SwitchProps } from '@mantine/core';
import { useId } from 'react';
import classes from './SwitchRow.module.css';

interface SwitchRowProps extends Omit<SwitchProps, 'label' | 'description'> {
  label: string;
  description?: string;
}

/** A setting that is on or off: its name at the left, the switch at the right. */
export const SwitchRow = ({ label, description, ...rest }: SwitchRowProps) => {
  const id = useId();
  return (
    <Switch
      size="md"
      labelPosition="left"
      withThumbIndicator={false}
      classNames={{ body: classes.body, label: classes.label }}
      label={label}
      // Mantine counts the description as part of the name.
      aria-label={label}
      {...(description && { description: <span id={id}>{description}</span>, 'aria-describedby': id })}
      {...rest}
    />
  );
};
