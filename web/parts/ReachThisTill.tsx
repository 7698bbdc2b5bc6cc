import { Text, Title } from '@mantine/core';
import { useGuestAddress } from './guest-address.ts';
import { GuestAddress } from './GuestAddress.tsx';
import { QrPicture } from './QrPicture.tsx';
import classes from './ReachThisTill.module.css';

/** How another tablet, or a colleague's phone, gets to this till. */
export const ReachThisTill = ({ order }: { order: 2 | 3 }) => {
  const { address, isOnlyHere } = useGuestAddress();
  return (
    <section className={classes.reach} aria-labelledby="reach-title">
      {!isOnlyHere && <QrPicture address={address} label={`QR code of ${address}`} className={classes.code} />}
      <div className={classes.words}>
        <Title order={order} size="h3" id="reach-title">
          On another tablet or phone
        </Title>
        <Text>
          Open <b className={classes.address}>{address}</b>
          {isOnlyHere ? '.' : ', or scan the code, and sign in with an account of your own.'}
        </Text>
        <GuestAddress />
      </div>
    </section>
  );
};
