import { Text } from '@mantine/core';

/** A warning before codes are printed with an address that no phone can open; nothing where guests can. */
export const OnlyHere = () =>
  /^(localhost|127\.|\[::1\])/.test(window.location.hostname) && (
    <Text size="sm" c="dimmed">
      Phones cannot open this address. Before you print codes, open Comanda by the address under which your guests reach it.
    </Text>
  );
