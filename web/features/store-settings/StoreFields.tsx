import { Card, Textarea, TextInput, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import classes from './StoreDetailsForm.module.css';

interface StoreFieldsProps {
  form: {
    getInputProps: (
      field: 'storeName' | 'address' | 'email' | 'phone' | 'legalName' | 'taxNumber' | 'taxNumberLabel',
    ) => GetInputPropsReturnType;
  };
}

/** What the store is called, where it is, and who sells there. */
export const StoreFields = ({ form }: StoreFieldsProps) => (
  <Card component="section" bg="var(--surface)" aria-labelledby="settings-store">
    <Title order={2} id="settings-store" mb="md">
      Store
    </Title>
    <div className={classes.fields}>
      <TextInput className={classes.wide} label="Store name" autoComplete="organization" {...form.getInputProps('storeName')} />
      <Textarea className={classes.wide} label="Address" autosize minRows={2} maxRows={6} {...form.getInputProps('address')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <TextInput
        className={classes.wide}
        label="Legal name"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description="Printed on receipts, where it differs from the store name."
        {...form.getInputProps('legalName')}
      />
      <TextInput label="Tax number" autoComplete="off" {...form.getInputProps('taxNumber')} />
      <TextInput
        label="What the number is called"
        placeholder="VAT, GSTIN, ABN …"
        autoComplete="off"
        {...form.getInputProps('taxNumberLabel')}
      />
    </div>
  </Card>
);
