import { Button, Card, FileButton, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { deleteItemPhoto, getMenuItem, listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import { CallFailed, useAction } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { uploadPhoto } from './files.ts';
import { ARE_YOU_SURE, SAVE_FAILED } from './item-form.ts';
import { ItemPhoto } from './ItemPhoto.tsx';

/** The item's photo: choose another one, or delete it. */
export const PhotoCard = ({ item: { id, image } }: { item: MenuItem }) => {
  const [isUploading, setUploading] = useState(false);
  const cache = useQueryClient();
  const remove = useAction(deleteItemPhoto, { refreshes: [getMenuItem, listMenuItems], confirm: ARE_YOU_SURE, failure: SAVE_FAILED });

  const upload = async (file: File | null) => {
    if (!file) return;
    const dismiss = notify.loading('Please wait...');
    setUploading(true);
    try {
      const { message } = await uploadPhoto(id, file);
      dismiss();
      notify.success(message);
    } catch (failure) {
      dismiss();
      notify.error(failure instanceof CallFailed && failure.hasSentence ? failure.message : SAVE_FAILED);
    } finally {
      setUploading(false);
      for (const { path } of [getMenuItem, listMenuItems]) void cache.invalidateQueries({ queryKey: [path] });
    }
  };

  return (
    <Card component="section" aria-labelledby="item-photo">
      <Title order={2} id="item-photo" mb="md">
        Photo
      </Title>
      <Group gap="md" wrap="nowrap" align="center">
        <ItemPhoto image={image} size={128} />
        <div>
          <Group gap="xs">
            {/* A new button for each photo, so that the same file can be chosen again. */}
            <FileButton
              key={`${image} ${isUploading}`}
              accept="image/*"
              onChange={(file) => void upload(file)}
              inputProps={{ 'aria-label': 'Photo' }}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconPhotoUp size={18} aria-hidden />} loading={isUploading}>
                  {image ? 'Change photo' : 'Upload photo'}
                </Button>
              )}
            </FileButton>
            {image && (
              <Button
                variant="default"
                leftSection={<IconTrash size={18} aria-hidden />}
                loading={remove.isPending}
                onClick={() => void remove.run({ params: { id: String(id) } })}
              >
                Delete photo
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            JPEG, PNG, WebP, AVIF or GIF. It is made small before it is sent.
          </Text>
        </div>
      </Group>
    </Card>
  );
};
