/**
 * True when a text reached the clipboard. The new way to it is missing over plain http; there what stands in `shown` is selected
 * and copied, and stays selected for whoever has to do it by hand.
 */
export const copyText = async (text: string, shown: HTMLElement): Promise<boolean> => {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) {
    const isCopied = await clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (isCopied) return true;
  }
  getSelection()?.selectAllChildren(shown);
  // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without https
  return document.execCommand('copy');
};
