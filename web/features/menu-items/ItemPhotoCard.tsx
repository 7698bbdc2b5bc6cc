import { deleteItemPhoto, getMenuItem, listMenuItems, type MenuItem, saveItemPhoto } from '#contract/menu-items.ts';
import { PhotoCard } from '#web/parts/PhotoCard.tsx';
import { useAction } from '#web/platform/api.ts';
import { deleting } from '#web/platform/confirm.tsx';
import { SAVE_FAILED } from './item-form.ts';
import { ItemPhoto } from './ItemPhoto.tsx';

const refreshes = [getMenuItem, listMenuItems];

export const ItemPhotoCard = ({ item: { id, title, image } }: { item: MenuItem }) => {
  const { run, isPending } = useAction(deleteItemPhoto, {
    refreshes,
    confirm: () => deleting(`the picture of ${title}`),
    failure: SAVE_FAILED,
  });
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
