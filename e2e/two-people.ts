import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInTheDarkToo } from './browser.ts';

export type Row = Record<string, unknown>;
/** By label; a text is typed, a yes or no is switched, and one of a list is chosen. */
type Fields = Record<string, string | boolean | { option: string }>;

export interface Form {
  path: string;
  /** the button that opens its dialog; without one it stands on the page */
  opens?: string | RegExp;
  /** where the other one changes the same, if that is another form */
  other?: Pick<Form, 'path' | 'opens'>;
  /** who meets the question */
  asked?: 'owner' | 'colleague' | 'provider';
  mine?: Fields;
  theirs?: Fields;
  /** what both change: its label, the one value and the other, as it is read */
  both: readonly [label: string, mine: string, theirs: string];
  answer: 'Keep mine' | 'Take theirs';
  by?: string;
  /** what is stored, and must be afterwards */
  read: () => Promise<unknown>;
  stored: Row;
  /** the question is looked at by axe, also in the dark on a phone */
  isLookedAt?: boolean;
}

/** Opens a form, and answers where its fields are. */
const open = async (page: Page, { path, opens }: Pick<Form, 'path' | 'opens'>): Promise<Locator> => {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  if (!opens) return page.locator('form').filter({ has: page.getByRole('button', { name: 'Save', exact: true }) });
  await page.getByRole('button', { name: opens, ...(typeof opens === 'string' && { exact: true }) }).click();
  return page.getByRole('dialog');
};
const fill = async (form: Locator, fields: Fields) => {
  for (const [label, value] of Object.entries(fields)) {
    const field = form.getByLabel(label, { exact: true });
    if (typeof value === 'string') await field.fill(value);
    else if (typeof value === 'object') await field.selectOption(value.option);
    else if ((await field.isChecked()) !== value) await field.click();
  }
};
const press = (form: Locator) => form.getByRole('button', { name: 'Save', exact: true }).click();
const saved = async (page: Page, form: Locator, { opens }: Pick<Form, 'opens'>) => {
  if (opens) await form.waitFor({ state: 'detached' });
  else await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
};

/** Two browsers change one record: what each changed is kept, and of the field that both changed the second one is asked. */
export const expectNothingLost = async (form: Form, [me, them]: readonly Page[] & { 0: Page; 1: Page }): Promise<void> => {
  const [label, mine, theirs] = form.both;
  const other = form.other ?? form;
  const [here, there] = await Promise.all([open(me, form), open(them, other)]);
  await fill(there, { ...form.theirs, [label]: theirs });
  await fill(here, { ...form.mine, [label]: mine });
  const typed = await here.getByLabel(label, { exact: true }).inputValue();
  await press(there);
  await saved(them, there, other);

  await press(here);
  const asks = here.getByText(/ changed this to /);
  await asks.waitFor();
  expect(await asks.innerText()).toContain(`${form.by ?? 'Anna'} changed this to ${theirs}`);
  expect(await here.getByLabel(label, { exact: true }).inputValue()).toBe(typed);
  if (form.isLookedAt) await expectAccessibleInTheDarkToo(me);
  await here.getByRole('button', { name: form.answer }).click();
  await asks.waitFor({ state: 'detached' });
  const kept = form.answer === 'Keep mine' ? mine : theirs;
  expect(await here.getByLabel(label, { exact: true }).inputValue()).toContain(kept);
  await press(here);
  await saved(me, here, form);

  expect(await form.read()).toMatchObject(form.stored);
  // a form that stays shows what the other one changed, too
  const others = form.opens ? [] : Object.entries(form.theirs ?? {});
  const showsOthers = async () => {
    for (const [text, value] of others) {
      const field = here.getByLabel(text, { exact: true });
      const isShown = typeof value === 'string' ? (await field.inputValue()).includes(value) : (await field.isChecked()) === value;
      if (!isShown) return false;
    }
    return true;
  };
  await expect.poll(showsOthers).toBe(true);
};
