import { Badge, Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useRef } from 'react';
import { getProfile } from '#contract/auth.ts';
import { type Device, listDevices, removeDevice, removeOtherDevices } from '#contract/devices.ts';
import { ReachThisTill } from '#web/parts/ReachThisTill.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { Loaded, SkeletonCards } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './DevicesScreen.module.css';

const isHandheld = (name: string): boolean => /android|ios|iphone|ipad|mobile/i.test(name);

/** Where whoever looks is somewhere else than the restaurant, whose time it is: they ask 'was that me?'. */
const isElsewhere = (timezone: string | undefined): boolean =>
  timezone !== undefined && timezone !== Intl.DateTimeFormat().resolvedOptions().timeZone;

interface DeviceCardProps {
  device: Device;
  timezone: string | undefined;
  onRemove: () => void;
}

const DeviceCard = ({ device, timezone, onRemove }: DeviceCardProps) => {
  const since = (instant: string) => dateAndTime(instant, timezone);
  const { device_name, device_ip, device_location, created_at, last_used_at, isMyDevice } = device;
  const name = device_name ?? 'Unknown device';
  const Picture = isHandheld(name) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={`surface ${classes.card}`} data-mine={isMyDevice || undefined}>
      <div className={classes.top}>
        <Picture size={24} stroke={1.5} aria-hidden className={classes.icon} />
        <h2 className={classes.name}>{name}</h2>
        {isMyDevice && <Badge color="green">This Device</Badge>}
      </div>
      <dl className={classes.facts}>
        <dt>IP</dt>
        <dd>{device_ip ?? 'Unknown'}</dd>
        {device_location && !isMyDevice && (
          <>
            <dt>Place</dt>
            <dd>{device_location}</dd>
          </>
        )}
        <dt>Last used</dt>
        <dd>{isMyDevice ? 'Now' : <time dateTime={last_used_at}>{since(last_used_at)}</time>}</dd>
        <dt>Signed in</dt>
        <dd>
          <time dateTime={created_at}>{since(created_at)}</time>
        </dd>
      </dl>
      {!isMyDevice && (
        <Button variant="default" fullWidth aria-label={`Remove ${name}, signed in ${since(created_at)}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
};

const skeleton = <SkeletonCards className={classes.cards} heights={[168, 168, 168]} />;

export const DevicesScreen = () => {
  const devices = useReply(listDevices, {});
  const timezone = useReply(getProfile, {}).data?.timezone;
  const { run: remove } = useAction(removeDevice, {
    refreshes: [listDevices],
    confirm: ({ body }) => ({
      verb: 'Remove',
      thing: devices.data?.find(({ device_id }) => device_id === body.device_id)?.device_name ?? 'an unknown device',
      sentence: 'Are you sure! This device will be logged out!',
    }),
  });

  // its button goes with the other devices: whoever works by keyboard stays on this screen
  const hint = useRef<HTMLParagraphElement>(null);
  const others = useAction(removeOtherDevices, {
    refreshes: [listDevices],
    onDone: () => hint.current?.focus(),
    confirm: () => ({
      verb: 'Sign out',
      thing: 'everywhere else',
      sentence: 'Are you sure? All your other devices will be logged out.',
    }),
  });
  const hasOthers = devices.data?.some(({ isMyDevice }) => !isMyDevice);

  return (
    <Page
      title="My Devices"
      actions={
        hasOthers && (
          <Button
            variant="default"
            leftSection={<IconLogout size={18} aria-hidden />}
            loading={others.isPending}
            onClick={() => void others.run({})}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <p ref={hint} tabIndex={-1} className={classes.hint}>
        Where you are signed in. Remove devices you don't recognise, then set a new password.
        {isElsewhere(timezone) && ` Times are those of the restaurant, ${timezone}.`}
      </p>
      <ReachThisTill order={2} />
      <Loaded from={devices} failure="Error loading devices, Please try later!" skeleton={skeleton}>
        {(rows) => (
          <ul className={classes.cards} aria-label="My Devices">
            {[...rows]
              .sort((one, other) => Number(other.isMyDevice) - Number(one.isMyDevice))
              .map((device) => (
                <DeviceCard
                  key={device.device_id}
                  device={device}
                  timezone={timezone}
                  onRemove={() => void remove({ body: { device_id: device.device_id } })}
                />
              ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
};
