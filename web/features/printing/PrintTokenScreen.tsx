import { dateAndTime } from '#web/platform/dates.ts';
import { usePrintout } from '#web/platform/printing.ts';
import { PrintNotice, PrintPage } from './PrintPage.tsx';
import classes from './PrintTokenScreen.module.css';

export const PrintTokenScreen = () => {
  const token = usePrintout('token');
  if (!token || token === 'waiting') {
    return (
      <PrintNotice
        isWaiting={token === 'waiting'}
        missing="There is no token to print here. Please close this window and print it again."
      />
    );
  }
  const { tokenNo, date, storeName, timezone, pageFormat = '80' } = token;
  return (
    <PrintPage title={`Token ${tokenNo}`} width={pageFormat}>
      <div className={classes.slip} data-width={pageFormat}>
        {storeName && <p>{storeName}</p>}
        <p className={classes.word}>Token</p>
        <p className={classes.number}>{tokenNo}</p>
        <p>
          <time dateTime={date}>{dateAndTime(date, timezone)}</time>
        </p>
      </div>
    </PrintPage>
  );
};
