import { Radio, Stack, Text } from '@mantine/core';
import { useGuestAddress } from './guest-address.ts';

/** Which address goes into the codes, where there are two; and a warning before codes are printed with one that no phone can open. */
export const GuestAddress = () => {
  const { address, addresses, choose, isOnlyHere } = useGuestAddress();
  return (
    <Stack gap="xs">
      {addresses.length > 1 && (
        <Radio.Group label="Address in the codes" value={address} onChange={choose}>
          <Stack gap="sm" mt={4}>
            {addresses.map((one) => (
              <Radio key={one} value={one} label={one === window.location.origin ? `${one}, as it stands in your address bar` : one} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {isOnlyHere && (
        <Text size="sm" c="dimmed">
          Phones cannot open this address. Before you print codes, open Comanda by the address under which your guests reach it, or have
          PUBLIC_URL set on the server.
        </Text>
      )}
    </Stack>
  );
};
