import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { keepNotes, notesFor, toggled } from './known-notes.ts';
import { button, card, dialog, layOutGrid, lines, open } from './testing-till.tsx';

beforeEach(layOutGrid);
const forget = () => removeStored(displayKey('notes'));

test('what was said to the kitchen of an item is one touch away the next time', async () => {
  const { user } = await open();
  forget();
  const ask = async () => {
    await user.click(card('Pizza'));
    return within(await dialog('Pizza'));
  };
  const add = async () => user.click(button(/^Add.\$/));

  const first = await ask();
  expect(first.queryByRole('group', { name: 'Notes before' })).toBeNull();
  await user.type(first.getByLabelText('Notes'), 'well done');
  await add();
  await user.type((await ask()).getByLabelText('Notes'), 'no onions');
  await add();

  const second = await ask();
  const offered = within(await second.findByRole('group', { name: 'Notes before' })).getAllByRole('button');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['no onions', 'well done']);
  await user.click(offered[1]!);
  expect(offered[1]!.getAttribute('aria-pressed')).toBe('true');
  expect(second.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('well done');
  await user.click(offered[0]!);
  await user.click(offered[1]!);
  await add();
  expect(lines()).toEqual([expect.stringContaining('well done'), expect.stringMatching(/^.*2Change.*no onions/)]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('notes that are offered', () => {
  beforeEach(forget);

  test('are an item’s own, the last first, then what was said of others twice', () => {
    keepNotes(1, 'rare');
    keepNotes(1, 'no salt');
    keepNotes(2, 'extra hot');
    expect(notesFor(1)).toEqual(['no salt', 'rare']);
    keepNotes(3, 'Extra hot');
    expect(notesFor(1)).toEqual(['no salt', 'rare', 'Extra hot']);
  });

  test('are short, six at most, and none for a note of one guest', () => {
    keepNotes(1, 'for Mrs Hart, who was here in May and liked it so much');
    expect(notesFor(1)).toEqual([]);
    for (let place = 0; place < 80; place++) keepNotes(1, `note ${place}`);
    expect(notesFor(1)).toEqual(['note 79', 'note 78', 'note 77', 'note 76', 'note 75', 'note 74']);
  });

  test('are whole: a part may mean something else', () => {
    keepNotes(1, 'allergy: nuts, milk');
    keepNotes(1, 'rare, rare');
    expect(notesFor(1)).toEqual(['rare, rare', 'allergy: nuts, milk']);
  });

  test('go beside what is typed, once, as far as the kitchen’s note reaches', () => {
    expect(toggled('', 'rare')).toBe('rare');
    expect(toggled('no salt', 'rare')).toBe('no salt, rare');
    expect(toggled('rare, no salt', 'rare')).toBe('no salt');
    expect(toggled('no salt, rare, cold', 'rare')).toBe('no salt, cold');
    expect(toggled('rare', 'rare')).toBe('');
    // what was typed stays as it was typed
    expect(toggled('1,5 spoons', 'rare')).toBe('1,5 spoons, rare');
    expect(toggled('1,5 spoons, rare', 'rare')).toBe('1,5 spoons');
    expect(toggled('rarely, not rare', 'rare')).toBe('rarely, not rare, rare');
    expect(toggled('x'.repeat(98), 'rare')).toBeUndefined();
  });
});
