import { Card, Checkbox, Chip, Group, Input, Stack, Textarea, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { allergens, diets } from '#contract/allergens.ts';
import { GroupError } from '#web/parts/GroupError.tsx';
import classes from './GuestFields.module.css';
import type { ItemValues } from './item-form.ts';

const titleOf = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What guests read of a dish, and what they must be told of it. */
export const GuestFields = ({ form }: { form: UseFormReturnType<ItemValues> }) => {
  const id = useId();
  const group = (field: 'allergens' | 'diets', label: string, description: string, choices: ReactNode) => {
    const { value: _, onChange: _change, error, ...found } = form.getInputProps(field);
    return (
      <Input.Wrapper label={label} description={description} labelElement="div" labelProps={{ id: `${id}-${field}` }}>
        {/* a question that is asked here comes into sight */}
        <div role="group" aria-labelledby={`${id}-${field}`} className={classes.group} tabIndex={-1} {...found}>
          {choices}
        </div>
        <GroupError>{error}</GroupError>
      </Input.Wrapper>
    );
  };
  const values = form.getValues();
  return (
    <Card component="section" aria-labelledby={`${id}-title`} mt="md">
      <Title order={2} id={`${id}-title`} mb="md">
        For guests
      </Title>
      <Stack gap="md">
        <Textarea
          label="Description"
          description="Shown under the title on the QR menu."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        {group(
          'allergens',
          'Allergens',
          'The law names these 14. With none ticked, the QR menu says: ask the staff.',
          <Checkbox.Group
            value={values.allergens}
            onChange={(chosen) =>
              form.setFieldValue(
                'allergens',
                allergens.filter((one) => chosen.includes(one)),
              )
            }
          >
            <div className={classes.allergens}>
              {allergens.map((one) => (
                <Checkbox key={one} value={one} size="sm" label={titleOf(one)} />
              ))}
            </div>
          </Checkbox.Group>,
        )}
        {group(
          'diets',
          'Suits',
          'What the dish is as it is served.',
          <Chip.Group
            multiple
            value={values.diets}
            onChange={(chosen) =>
              form.setFieldValue(
                'diets',
                diets.filter((one) => chosen.includes(one)),
              )
            }
          >
            <Group gap="xs">
              {diets.map((one) => (
                <Chip key={one} value={one} size="md" styles={{ label: { height: 44 } }}>
                  {titleOf(one)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>,
        )}
      </Stack>
    </Card>
  );
};
