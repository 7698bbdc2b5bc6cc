import { ActionIcon, Avatar, Badge, Button } from '@mantine/core';
import { IconLockPassword, IconPencil, IconTrash } from '@tabler/icons-react';
import { type Member, mayTouch, parseScopes } from '#contract/permissions.ts';
import type { User } from '#contract/users.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { scopeTitle } from '#web/platform/abilities.ts';
import { roleOf } from './access.ts';
import classes from './UserCard.module.css';

interface UserCardProps {
  user: User;
  actor: Member;
  isMe: boolean;
  sendsMail: boolean;
  onEdit: () => void;
  onReset: () => void;
  onDelete: () => void;
  onInvite: () => void;
}

export const UserCard = ({ user, actor, isMe, sendsMail, onEdit, onReset, onDelete, onInvite }: UserCardProps) => {
  const { username, name, role, designation, phone, email, scope } = user;
  const scopes = parseScopes(scope);
  const isAdmin = role === 'admin';
  return (
    <li className={`surface ${classes.card}`} aria-label={name}>
      <div className={classes.top}>
        <Avatar name={name} color="gray" size={44} alt="" />
        <div className={classes.who}>
          <h2 className={classes.name}>
            {name}
            {isMe && <Badge color="gray">You</Badge>}
            {user.invited && <Badge color="yellow">Invited</Badge>}
          </h2>
          <p className={classes.quiet}>{designation || (isAdmin ? 'Owner' : (roleOf(scopes) ?? 'Staff'))}</p>
        </div>
      </div>
      <div className={classes.contact}>
        <p>
          <EmailText of={username} />
        </p>
        {phone && <p>{phone}</p>}
        {email && email !== username && (
          <p>
            <EmailText of={email} />
          </p>
        )}
      </div>
      <p className={classes.quiet}>
        <span className="sr-only">Access: </span>
        {isAdmin ? 'Everything' : scopes.map(scopeTitle).join(', ') || 'No access yet'}
      </p>
      {user.invited && mayTouch(actor, { role, scopes }) && (
        <div className={classes.invited}>
          <p className={classes.quiet}>{sendsMail ? 'Has not accepted yet.' : 'Has not signed in yet.'}</p>
          {sendsMail ? (
            <Button variant="subtle" size="sm" aria-label={`Send again to ${name}`} onClick={onInvite}>
              Send again
            </Button>
          ) : (
            <Button variant="subtle" size="sm" aria-label={`Set a password for ${name}`} onClick={onReset}>
              Set a password
            </Button>
          )}
        </div>
      )}
      {mayTouch(actor, { role, scopes }) && (
        <div className={classes.actions}>
          <Button
            variant="default"
            flex={1}
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            aria-label={`Edit User ${name}`}
            onClick={onEdit}
          >
            Edit User
          </Button>
          {!isMe && (
            <ActionIcon data-hint="Reset Password" aria-label={`Reset Password of ${name}`} onClick={onReset}>
              <IconLockPassword size={20} stroke={1.75} />
            </ActionIcon>
          )}
          {!isMe && (
            <ActionIcon data-hint="Delete User" aria-label={`Delete User ${name}`} onClick={onDelete}>
              <IconTrash size={20} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      )}
    </li>
  );
};
