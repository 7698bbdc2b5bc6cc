import { Button } from '@mantine/core';

interface AnotherButtonProps {
  isPending: boolean;
  ask: (stays: HTMLFormElement | null) => void;
}

/** Sends the form that it stands in, which then stays for one more. It is no submit button: Enter adds and closes. */
export const AnotherButton = ({ isPending, ask }: AnotherButtonProps) => (
  <Button
    variant="default"
    disabled={isPending}
    onClick={({ currentTarget: { form } }) => {
      ask(form);
      form?.requestSubmit();
    }}
  >
    Add another
  </Button>
);
