import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './ItemPhoto.module.css';
import { isScrolling, onceResting } from './resting.ts';

/** Photos that the browser has; they are shown at once. */
const known = new Set<string>();

/** An item's photo, or a place for one. While the page is scrolled no new photo is fetched: dozens a second would hold it up. */
export const ItemPhoto = ({ image, size }: { image: string | null; size: number }) => {
  const [broken, setBroken] = useState<string>();
  const [isHeld, setHeld] = useState(() => image !== null && !known.has(image) && isScrolling());
  useEffect(() => (isHeld ? onceResting(() => setHeld(false)) : undefined), [isHeld]);

  const box = { width: size, height: size };
  if (image !== null && isHeld) return <span className={classes.empty} style={box} />;
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
      onLoad={() => void known.add(image)}
      onError={() => setBroken(image)}
    />
  );
};
