import type { Noun } from './noun.ts';

const dialog = ({ kebab, one, One, pascal, word }: Noun) => `import { TextInput } from '@mantine/core';
import { add${One}, list${pascal}, type ${One}, update${One} } from '#contract/${kebab}.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface ${One}DialogProps {
  /** Without one a new one is added. */
  ${one}: ${One} | undefined;
  onClose: () => void;
}

export const ${One}Dialog = ({ ${one}, onClose }: ${One}DialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof add${One} | typeof update${One}, { title: string }>(
    ${one} ? update${One} : add${One},
    { title: ${one}?.title ?? '' },
  );
  const another = useAnother(form, onClose, []);
  const options = { refreshes: [list${pascal}], onFailed: showErrors };
  const add = useAction(add${One}, { ...options, onDone: another.onDone });
  const update = useAction(update${One}, { ...options, onDone: onClose });

  return (
    <FormDialog
      title={${one} ? 'Update ${word}' : 'Add ${word}'}
      label={${one} ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) =>
        ${one} ? update.run({ params: { id: String(${one}.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={${one} ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
    </FormDialog>
  );
};
`;

const screen = ({ kebab, camel, one, One, pascal, words, word, Title }: Noun) => `import { IconList } from '@tabler/icons-react';
import { delete${One}, list${pascal} } from '#contract/${kebab}.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { ${One}Dialog } from './${One}Dialog.tsx';

export const ${pascal}Screen = () => {
  const ${camel} = useReply(list${pascal}, {});
  const { run: remove } = useAction(delete${One}, {
    refreshes: [list${pascal}],
    confirm: ({ params }) => deleting(\`${word} \${rowOf(${camel}.data, params.id)?.title ?? ''}\`),
  });

  return (
    <SetupPage
      title="${Title}"
      from={${camel}}
      empty={{ icon: IconList, sentence: 'No ${words} yet.', label: 'Add the first ${word}' }}
      dialog={(${one}, onClose) => <${One}Dialog ${one}={${one}} onClose={onClose} />}
    >
      {(rows, onEdit) => (
        <SetupTable
          label="${Title}"
          columns={[{ title: 'Title', cell: ({ title }) => title, isMain: true }]}
          rows={rows}
          onEdit={onEdit}
          onDelete={({ id }) => void remove({ params: { id: String(id) } })}
        />
      )}
    </SetupPage>
  );
};
`;

const test = ({ kebab, camel, one, One, pascal, word }: Noun) => `import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { add${One}, delete${One}, list${pascal}, type ${One}, update${One} } from '#contract/${kebab}.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ${pascal}Screen } from './${pascal}Screen.tsx';

const owner = { role: 'admin' as const, scopes: [] };
const done = (message: string) => ({ success: true as const, message });

test('the first ${word} is added, changed, and deleted after the question that names it', async () => {
  let ${camel}: ${One}[] = [];
  const add = vi.fn(({ body }: { body: { title: string } }) => {
    ${camel} = [{ id: 1, title: body.title }];
    return { ...done('Added.'), id: 1, ${one}Id: 1 };
  });
  const update = vi.fn(({ body }: { body: { title: string } }) => {
    ${camel} = [{ id: 1, title: body.title }];
    return done('Updated.');
  });
  const remove = vi.fn((_: { params: object }) => {
    ${camel} = [];
    return done('Deleted.');
  });
  const { user } = show(<${pascal}Screen />, {
    as: owner,
    server: [
      answers(list${pascal}, () => ${camel}),
      answers(add${One}, add),
      answers(update${One}, update),
      answers(delete${One}, remove),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first ${word}' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add ${word}' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please provide a title!')).toBeTruthy();
  await user.type(dialog.getByLabelText('Title'), 'North{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Edit North' }));
  await user.type(within(await screen.findByRole('dialog', { name: 'Update ${word}' })).getByLabelText('Title'), ' east{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Delete North east' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete ${word} North east?' }));
  expect(remove).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('North east')).toBeNull());
  expect(update.mock.lastCall?.[0].body).toMatchObject({ title: 'North east', basedOn: { title: 'North' } });
});

test('a hostile title is text, and a list that does not load says so', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const { unmount } = show(<${pascal}Screen />, { as: owner, server: [answers(list${pascal}, () => [{ id: 1, title }])] });
  expect(await screen.findByText(title)).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
  unmount();
  show(<${pascal}Screen />, { as: owner });
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
});
`;

/** The files of a noun on the screens' side, by their paths. */
export const webFiles = (noun: Noun): Record<string, string> => {
  const folder = `web/features/${noun.kebab}`;
  return {
    [`${folder}/${noun.One}Dialog.tsx`]: dialog(noun),
    [`${folder}/${noun.pascal}Screen.tsx`]: screen(noun),
    [`${folder}/${noun.pascal}Screen.test.tsx`]: test(noun),
  };
};
