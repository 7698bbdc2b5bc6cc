import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { finder } from '#contract/search.ts';
import { addUser, deleteUser, listUsers, restoreUser, sendInvitation, type User } from '#contract/users.ts';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting } from '#web/platform/confirm.tsx';
import { SENDS_MAIL } from '#web/platform/page-facts.ts';
import { useMay, useMember, useStoredUser } from '#web/platform/session.tsx';
import { Loaded, SkeletonCards } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { UserCard } from './UserCard.tsx';
import { UserDialog } from './UserDialog.tsx';
import classes from './UsersScreen.module.css';

const MANY = 8; // cards that one looks through without a search

const skeleton = <SkeletonCards className={classes.cards} heights={[200, 200, 200, 200, 200, 200]} />;

/** `sendsMail`: whether the server reaches anybody by mail. */
export const UsersScreen = ({ sendsMail = SENDS_MAIL }: { sendsMail?: boolean }) => {
  const [editing, setEditing] = useState<User | { typed: string }>();
  const [resetting, setResetting] = useState<User>();
  const users = useReply(listUsers, {});
  const { search } = usePlaceInList();
  const { run: restore } = useAction(restoreUser, { refreshes: [listUsers] });
  const { run: remove } = useAction(deleteUser, {
    refreshes: [listUsers],
    undo: ({ params }) => void restore({ params }),
    confirm: ({ params }) => deleting(`user ${users.data?.find(({ username }) => username === params.username)?.name ?? params.username}`),
  });
  const { run: invite } = useAction(sendInvitation, { refreshes: [listUsers] });
  const actor = useMember();
  const me = useStoredUser()?.username;
  const mayAdd = useMay(addUser);

  return (
    <Page
      title="Users"
      actions={
        mayAdd && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEditing({ typed: '' })}>
            New
          </Button>
        )
      }
    >
      <Loaded from={users} failure="Error Loading details! Please try later!" skeleton={skeleton}>
        {(all) => {
          const isFound = finder(search.typed);
          const rows = all.filter(({ name, username, designation, phone }) => isFound(name, username, designation, phone));
          return (
            <>
              {(all.length > MANY || search.typed !== '') && (
                <SearchBox search={search} label="Search users" placeholder="Name, e-mail or phone" className={classes.search} />
              )}
              {rows.length === 0 && (
                <NothingFound label="Show all users" onClear={() => search.show('')}>
                  {mayAdd && <Button onClick={() => setEditing({ typed: search.typed.trim() })}>Add “{search.typed.trim()}”</Button>}
                </NothingFound>
              )}
              <ul className={classes.cards} aria-label="Users">
                {actor &&
                  rows.map((user) => (
                    <UserCard
                      key={user.username}
                      user={user}
                      actor={actor}
                      isMe={user.username === me}
                      sendsMail={sendsMail}
                      onEdit={() => setEditing(user)}
                      onReset={() => setResetting(user)}
                      onDelete={() => void remove({ params: { username: user.username } })}
                      onInvite={() => void invite({ params: { username: user.username } })}
                    />
                  ))}
              </ul>
            </>
          );
        }}
      </Loaded>
      {editing && actor && (
        <UserDialog
          {...('typed' in editing ? { user: undefined, typed: editing.typed } : { user: editing })}
          actor={actor}
          sendsMail={sendsMail}
          onClose={() => setEditing(undefined)}
        />
      )}
      {resetting && <PasswordDialog user={resetting} sendsMail={sendsMail} onClose={() => setResetting(undefined)} />}
    </Page>
  );
};
