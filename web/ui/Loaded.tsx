import { Alert, Center, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Missing, type MissingProps } from './Missing.tsx';
import { RetryButton } from './RetryButton.tsx';

/** The part of a query's result that is used; useReply gives it. */
export interface Loading<T> {
  data: T | undefined;
  isError: boolean;
  isFetching: boolean;
  error?: { status: number } | null;
  refetch: () => Promise<unknown>;
}

interface LoadedProps<T> {
  from: Loading<T>;
  /** The sentence when nothing could be loaded. */
  failure: string;
  /** Said instead, with the way back, when what the address names is not there: trying again would never help. */
  missing?: MissingProps;
  skeleton?: ReactNode;
  /** Shown instead of the children when the data is an empty list, or when `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

/** True when the page's address names nothing: no such row, or no number where one belongs. */
export const isMissing = ({ error }: Pick<Loading<unknown>, 'error'>): boolean => error?.status === 404 || error?.status === 400;

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

/** Waits, fails with Retry, shows emptiness, or hands the data on; old data stays when reloading fails. */
export const Loaded = <T,>({ from, failure, missing, skeleton, empty, isEmpty = isEmptyList, children }: LoadedProps<T>) => {
  const retry = <RetryButton isTrying={from.isFetching} onRetry={() => void from.refetch()} />;

  // also when it was there a moment ago
  if (missing && isMissing(from)) return <Missing {...missing} />;

  if (from.data === undefined) {
    if (from.isError) {
      return (
        <Center py="xl" role="alert">
          <Group gap="md" justify="center">
            <Group gap="xs" wrap="nowrap">
              <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />
              <Text>{failure}</Text>
            </Group>
            {retry}
          </Group>
        </Center>
      );
    }
    return (
      <div aria-busy="true">
        <span className="sr-only" role="status">
          Please wait...
        </span>
        {skeleton ?? (
          <Center py="xl">
            <Loader aria-hidden />
          </Center>
        )}
      </div>
    );
  }

  return (
    <>
      {from.isError && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} py="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{failure} What you see may be out of date.</Text>
            {retry}
          </Group>
        </Alert>
      )}
      {empty !== undefined && isEmpty(from.data) ? empty : children(from.data)}
    </>
  );
};

interface SkeletonRowsProps {
  amount: number;
  /** Of each row, in pixels. */
  height: number;
  gap?: 'xs' | 1;
}

/** Rows that are not there yet. */
export const SkeletonRows = ({ amount, height, gap = 'xs' }: SkeletonRowsProps) => (
  <Stack gap={gap}>
    {Array.from({ length: amount }, (_, place) => (
      <Skeleton key={place} height={height} />
    ))}
  </Stack>
);

/** Cards that are not there yet; the class lays them out as the cards will be. */
export const SkeletonCards = ({ className, heights }: { className: string | undefined; heights: readonly number[] }) => (
  <div className={className}>
    {heights.map((height, place) => (
      <Skeleton key={place} height={height} radius="lg" />
    ))}
  </div>
);
