interface Choice {
  /** What may be chosen; undefined while it is loading. */
  rows: readonly { id: number; title: string }[] | undefined;
  /** As people call it when nothing is chosen. */
  none: string;
  /** What the form holds then. */
  empty: '' | null;
}

/** How a form reads numbers of rows that it holds as the texts of selects (useContractForm): as such a text, and by the row's title. */
export const readChoices = (choices: Record<string, Choice>) => ({
  take: (field: string, value: unknown): Record<string, string | null> | undefined => {
    const choice = choices[field];
    return choice && { [field]: value == null ? choice.empty : String(value) };
  },
  text: (field: string, value: unknown): string | undefined => {
    const choice = choices[field];
    return choice && (choice.rows?.find(({ id }) => id === value)?.title ?? choice.none);
  },
});
