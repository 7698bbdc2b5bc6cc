import { useState } from 'react';

const SMALL = 192; // px, as the server makes it
const OWN = /^\/media\/(\d+)\/([\w-]+\.webp)$/;
const TINTS = 6;

/** The address of a photo in the size of a card; a picture from elsewhere has one size. */
export const smallPhoto = (address: string): string => address.replace(OWN, '/media/$1/small/$2');

/** What a dish is remembered by when there is no photo: its first letter, whatever its script. */
const initial = (title: string): string => /[\p{L}\p{N}]/u.exec(title)?.[0]?.toLocaleUpperCase() ?? '·';

interface PictureProps {
  item: { id: number; title: string; image: string | null };
  /** The whole photo, for the dialog. */
  isLarge?: boolean;
  /** In the first view, where waiting for the layout would only cost time. */
  isFirst?: boolean;
}

/** A dish's photo, or a plate with its initial, also where the photo does not come; either takes its place before anything has arrived. Eyes only: the title stands beside it. */
export const Picture = ({ item: { id, title, image }, isLarge = false, isFirst = false }: PictureProps) => {
  const [broken, setBroken] = useState<string>();
  const className = isLarge ? 'picture large' : 'picture';
  if (!image || image === broken || !/^(\/media\/|https:\/\/)/.test(image))
    return (
      <span className={`${className} plate tint${id % TINTS}`} aria-hidden="true">
        {initial(title)}
      </span>
    );
  return (
    <img
      // one that failed before a script ran tells nobody any more
      ref={(picture) => void (picture?.complete && picture.naturalWidth === 0 && setBroken(image))}
      onError={() => setBroken(image)}
      className={className}
      src={isLarge ? image : smallPhoto(image)}
      alt=""
      width={isLarge ? 512 : SMALL}
      height={isLarge ? 512 : SMALL}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  );
};
