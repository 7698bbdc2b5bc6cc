import { type CSSProperties, useState } from 'react';
import { smallPhoto } from '#web/platform/photos.ts';
import classes from './ItemPicture.module.css';

interface ItemPictureProps {
  title: string;
  image: string | null;
  categoryId: number | null;
}

const GOLDEN_ANGLE = 137.5; // degrees: neighbouring ids get colours that are far apart

/** A colour that belongs to a category; greyish without one. */
export const categoryColor = (categoryId: number | null): CSSProperties =>
  ({
    '--hue': categoryId === null ? 60 : Math.round((categoryId * GOLDEN_ANGLE + 20) % 360),
    '--chroma': categoryId === null ? 0.2 : 1,
  }) as CSSProperties;

const initialsOf = (title: string): string =>
  title
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

/** An item's photo; without one a plate with its initials in its category's colour. */
export const ItemPicture = ({ title, image, categoryId }: ItemPictureProps) => {
  const [broken, setBroken] = useState<string>();
  if (image !== null && image !== broken) {
    return (
      <img
        className={classes.picture}
        src={smallPhoto(image)}
        alt=""
        width={58}
        height={58}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(image)}
      />
    );
  }
  return (
    <span className={`${classes.picture} ${classes.plate}`} style={categoryColor(categoryId)} aria-hidden>
      {initialsOf(title)}
    </span>
  );
};
