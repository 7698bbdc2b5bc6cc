import { deleteItemPhoto, getMenuItem, listMenuItems, type MenuItem, saveItemPhoto } from '#contract/menu-items.ts';
import { PhotoCard } from '#web/parts/PhotoCard.tsx';
import { useAction } from '#web/platform/api.ts';
import { ARE_YOU_SURE, SAVE_FAILED } from './item-form.ts';
import { ItemPhoto } from './ItemPhoto.tsx';

const refreshes = [getMenuItem, listMenuItems];

export const ItemPhotoCard = ({ item: { id, image } }: { item: MenuItem }) => {
  const { run, isPending } = useAction(deleteItemPhoto, { refreshes, confirm: ARE_YOU_SURE, failure: SAVE_FAILED });
  return (
    <PhotoCard
      picture={<ItemPhoto image={image} size={128} />}
      hasPhoto={image !== null}
      to={{ endpoint: saveItemPhoto, path: saveItemPhoto.path.replace(':id', String(id)) }}
      refreshes={refreshes}
      isDeleting={isPending}
      onDelete={() => void run({ params: { id: String(id) } })}
    />
  );
};
