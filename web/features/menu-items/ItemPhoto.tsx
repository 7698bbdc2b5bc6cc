import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { smallPhoto } from '#web/platform/photos.ts';
import classes from '#web/parts/Photo.module.css';

const SMALL = 96; // px: up to here the small size is sharp on two dots for each

interface ItemPhotoProps {
  image: string | null;
  /** px */
  size: number;
}

const Shown = ({ image, size }: { image: string; size: number }) => {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <NoPhoto size={size} />;
  return (
    <img
      className={classes.photo}
      width={size}
      height={size}
      src={size <= SMALL ? smallPhoto(image) : image}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
};

const NoPhoto = ({ size }: { size: number }) => (
  <span className={classes.empty} style={{ width: size, height: size }}>
    <IconPhoto size={Math.round(size * 0.42)} stroke={1.5} aria-hidden />
  </span>
);

/** An item's photo, or a place for one. */
export const ItemPhoto = ({ image, size }: ItemPhotoProps) =>
  image === null ? <NoPhoto size={size} /> : <Shown key={image} image={image} size={size} />;
