import { screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, test } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { Later } from './Later.tsx';

test('renders the rest first, with something in the place of what comes later, then that', () => {
  const rendered: string[] = [];
  show(
    <Profiler id="all" onRender={() => rendered.push(document.querySelector('main')!.textContent)}>
      <main>
        cards, <Later instead="a place">fields</Later>
      </main>
    </Profiler>,
  );

  expect(rendered).toEqual(['cards, a place', 'cards, fields']);
  expect(screen.getByText('fields', { exact: false })).toBeDefined();
});
