import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmailText } from './EmailText.tsx';

test('an address may be broken before its @ and its dots, and nowhere else; copied it is whole', () => {
  const { container } = render(<EmailText of="anna.maria@long-name.example" />);
  expect(container.innerHTML).toBe('anna<wbr>.maria<wbr>@long-name<wbr>.example');
  expect(container.textContent).toBe('anna.maria@long-name.example');
});
