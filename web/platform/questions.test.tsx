import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { Activity } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { confirmed } from './confirm.tsx';
import { Questions } from './Questions.tsx';

const page = (mode: 'visible' | 'hidden') => (
  <MantineProvider env="test">
    <MemoryRouter>
      <Activity mode={mode}>
        <Questions />
      </Activity>
    </MemoryRouter>
  </MantineProvider>
);

test('a question that a lock has hidden is answered with No, and gone when the page is shown again', async () => {
  const { rerender } = render(page('visible'));
  const answer = confirmed({ verb: 'Discard', thing: 'changes', sentence: 'Not saved.' });
  expect(await screen.findByText('Not saved.')).toBeTruthy();

  rerender(page('hidden'));
  expect(await answer).toBe(false);
  rerender(page('visible'));
  await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull());

  const next = confirmed({ verb: 'Delete', thing: 'it', sentence: 'For good.' });
  expect(await screen.findByText('For good.')).toBeTruthy();
  screen.getByRole('button', { name: 'Delete' }).click();
  expect(await next).toBe(true);
});
