import { Text } from '@mantine/core';
import { useState } from 'react';
import { may } from '#contract/permissions.ts';
import { useAlarm, useUnseen } from '#web/parts/unseen.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMember } from '#web/platform/session.tsx';
import { useBell } from '#web/platform/sound.ts';
import { access } from './navigation.ts';
import classes from './LockScreen.module.css';

/** So many are said one by one: the names below stay where they are. */
const SHOWN = 3;

/**
 * What cannot wait for a PIN: a ticket that no station has seen, a display that was lost, paper that did not come. Heard, and said without a
 * sum, a dish or a guest; which printer it is says the page that is opened.
 */
export const LockAlarms = () => {
  const { tickets, stations } = useUnseen();
  useAlarm(tickets);
  const { ring } = useBell('print_failed');
  const mayPrint = may(useMember(), access.printJobs);
  const [isJammed, setJammed] = useState(false);
  useAnnouncements((event) => {
    if (!mayPrint || event.type !== 'print_failed') return;
    ring(event);
    setJammed(true);
  });
  const tokens = [...new Set(tickets.map(({ station_title: station, token_no: token }) => `${station} has not seen token ${token}.`))];
  const lost = stations.flatMap(({ isLost, title }) => (isLost ? [`A display of ${title} has lost its connection.`] : []));
  const sentences = [...(isJammed ? ['A printer does not print.'] : []), ...lost, ...tokens];
  const more = sentences.length - SHOWN;
  return (
    <div className={classes.alarms}>
      {sentences.length > 0 && (
        <div role="alert" aria-label="What cannot wait">
          {sentences.slice(0, SHOWN).map((sentence) => (
            <Text key={sentence} fw={700}>
              {sentence}
            </Text>
          ))}
          <Text>{more > 0 ? `And ${more} more. Please open the till.` : 'Please open the till.'}</Text>
        </div>
      )}
    </div>
  );
};
