import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { deleteStorePhoto, getStoreSetting, saveStorePhoto } from '#contract/store-settings.ts';
import { PhotoCard } from '#web/parts/PhotoCard.tsx';
import { useAction } from '#web/platform/api.ts';
import { deleting } from '#web/platform/confirm.tsx';
import classes from '#web/parts/Photo.module.css';

const SIDE = 128; // px
const refreshes = [getStoreSetting];

const Picture = ({ image }: { image: string }) => {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <NoPicture />;
  return <img className={classes.photo} src={image} alt="" width={SIDE} height={SIDE} onError={() => setBroken(true)} />;
};

const NoPicture = () => (
  <span className={classes.empty} style={{ width: SIDE, height: SIDE }}>
    <IconBuildingStore size={SIDE * 0.42} stroke={1.5} aria-hidden />
  </span>
);

/** The store's picture, which guests see beside its name. It is stored at once, not with the form. */
export const StorePhoto = ({ image }: { image: string | null }) => {
  const { run, isPending } = useAction(deleteStorePhoto, { refreshes, confirm: () => deleting('the picture of the store') });
  return (
    <PhotoCard
      picture={image === null ? <NoPicture /> : <Picture key={image} image={image} />}
      hasPhoto={image !== null}
      note="Guests see it beside the store name on the QR menu."
      to={{ endpoint: saveStorePhoto, path: saveStorePhoto.path }}
      refreshes={refreshes}
      isDeleting={isPending}
      onDelete={() => void run({})}
    />
  );
};
