import { Button, Card, FileButton, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { CallFailed } from '#web/platform/api.ts';
import { uploadPhoto } from '#web/platform/photo-upload.ts';
import { notify } from '#web/platform/toast.ts';

const SAVE_FAILED = "We're getting issue while processing your request, Please try later!";

const NO_PICTURE = 'This picture cannot be read here! Please choose a JPEG, PNG, WebP, AVIF or GIF picture!';

interface PhotoCardProps {
  /** The photo as it is now, or a place for one. */
  picture: ReactNode;
  hasPhoto: boolean;
  note?: string;
  /** Where a photo goes, as an endpoint and as its path. */
  to: { endpoint: Endpoint; path: string };
  /** What shows the photo and is asked for again. */
  refreshes: readonly Endpoint[];
  isDeleting: boolean;
  onDelete: () => void;
}

/** The photo of something: choose another one, or delete it. */
export const PhotoCard = ({ picture, hasPhoto, note, to, refreshes, isDeleting, onDelete }: PhotoCardProps) => {
  const [isUploading, setUploading] = useState(false);
  const resetRef = useRef<() => void>(null);
  const title = useId();
  const cache = useQueryClient();

  const upload = async (file: File | null) => {
    if (!file) return;
    // so that the same file can be chosen again
    resetRef.current?.();
    const dismiss = notify.loading('Please wait...');
    setUploading(true);
    try {
      const message = await uploadPhoto(to.endpoint, to.path, file);
      dismiss();
      notify.success(message);
    } catch (failure) {
      dismiss();
      // what is no CallFailed never left the browser, which could not draw it
      if (!(failure instanceof CallFailed)) notify.error(NO_PICTURE);
      else notify.error(failure.hasSentence ? failure.message : SAVE_FAILED);
    } finally {
      setUploading(false);
      for (const { path } of refreshes) void cache.invalidateQueries({ queryKey: [path] });
    }
  };

  return (
    <Card component="section" bg="var(--surface)" aria-labelledby={title}>
      <Title order={2} id={title} mb="md">
        Photo
      </Title>
      <Group gap="md" wrap="nowrap" align="flex-start">
        {picture}
        <div>
          <Group gap="xs">
            <FileButton resetRef={resetRef} accept="image/*" onChange={(file) => void upload(file)} inputProps={{ 'aria-label': 'Photo' }}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconPhotoUp size={18} aria-hidden />} loading={isUploading}>
                  {hasPhoto ? 'Change photo' : 'Upload photo'}
                </Button>
              )}
            </FileButton>
            {hasPhoto && (
              <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} loading={isDeleting} onClick={onDelete}>
                Delete photo
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {note && `${note} `}JPEG, PNG, WebP, AVIF or GIF. Large pictures are made smaller before they are uploaded.
          </Text>
        </div>
      </Group>
    </Card>
  );
};
