import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ItemPhoto.module.css';

/** An item's photo, or a place for one. */
export const ItemPhoto = ({ image, size }: { image: string | null; size: number }) => {
  const [broken, setBroken] = useState<string>();
  const box = { width: size, height: size };
  if (image === null || image === broken) {
    return (
      <span className={classes.empty} style={box}>
        <IconPhoto size={Math.round(size * 0.42)} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <img
      className={classes.photo}
      {...box}
      src={image}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(image)}
    />
  );
};
