import { Receipt } from '#web/parts/Receipt.tsx';
import { usePrintout } from '#web/platform/printing.ts';
import { PrintNotice, PrintPage } from './PrintPage.tsx';

export const PrintReceiptScreen = () => {
  const receipt = usePrintout('receipt');
  if (!receipt || receipt === 'waiting') {
    return (
      <PrintNotice
        isWaiting={receipt === 'waiting'}
        missing="There is no receipt to print here. Please close this window and print it again."
      />
    );
  }
  return (
    <PrintPage title={`Receipt ${receipt.tokens.join('+')}`} width={receipt.print.page_format}>
      <Receipt receipt={receipt} />
    </PrintPage>
  );
};
