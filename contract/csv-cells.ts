/**
 * A text as it stands in a cell of a CSV file; whoever writes the file escapes a formula at its beginning. Spreadsheets skip control
 * characters and blanks before one, csv-stringify does not (cases.md N19): they go. Where commas divide decimals, a spreadsheet divides cells at
 * semicolons: what comes behind one may begin a cell, too. Quotation marks are doubled in the file, and such a pair at its beginning is nothing to it.
 */
export const cellText = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .replaceAll(/;(?=["\s]*[=+\-@＝＋－＠])/g, ";'");
