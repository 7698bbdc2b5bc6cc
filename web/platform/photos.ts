const OWN = /^\/media\/(\d+)\/([\w-]+\.webp)$/;

/** The address of a photo in the size of a card; a picture from elsewhere has one size. */
export const smallPhoto = (address: string): string => address.replace(OWN, '/media/$1/small/$2');
