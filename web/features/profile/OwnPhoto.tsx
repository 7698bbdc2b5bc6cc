import { Avatar } from '@mantine/core';
import { listColleagues } from '#contract/approvals.ts';
import { getProfile } from '#contract/auth.ts';
import { deleteOwnPhoto, saveOwnPhoto } from '#contract/own-account.ts';
import { PhotoCard } from '#web/parts/PhotoCard.tsx';
import { useAction } from '#web/platform/api.ts';
import { deleting } from '#web/platform/confirm.tsx';

const SIDE = 128; // px
const refreshes = [getProfile, listColleagues];

/** The face that colleagues touch on the lock screen. It is stored at once. */
export const OwnPhoto = ({ name, photo }: { name: string; photo: string | null }) => {
  const { run, isPending } = useAction(deleteOwnPhoto, { refreshes, confirm: () => deleting('your picture') });
  return (
    <PhotoCard
      picture={<Avatar name={name} src={photo} color="ember" size={SIDE} radius="md" alt="" />}
      hasPhoto={photo !== null}
      note="It is beside your name where this device asks who works at it."
      to={{ endpoint: saveOwnPhoto, path: saveOwnPhoto.path }}
      refreshes={refreshes}
      isDeleting={isPending}
      onDelete={() => void run({})}
    />
  );
};
