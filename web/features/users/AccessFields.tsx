import { Checkbox, Chip, Input } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { type Member, mayGrant, type Right, type Scope } from '#contract/permissions.ts';
import { abilitiesOf, scopeTitle } from '#web/platform/abilities.ts';
import { readyRoles, roleOf, scopeGroups, UNUSED } from './access.ts';
import classes from './AccessFields.module.css';

interface AccessFieldsProps {
  /** Who grants. */
  actor: Member;
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  error?: ReactNode;
  rights: readonly Right[];
  /** Who grants has these: of a ready-made role nobody gets more. */
  held: readonly Right[];
  /** A ready-made role sets both. */
  onRole: (scopes: Scope[], rights: Right[]) => void;
  /** The fields of the rights. */
  children: ReactNode;
}

export const AccessFields = ({ actor, value, onChange, error, rights, held, onRole, children }: AccessFieldsProps) => {
  const id = useId();
  const role = roleOf(value, rights);
  const roles = readyRoles.filter((ready) => mayGrant(actor, ready.scopes) && ready.rights.every((right) => held.includes(right)));
  const groups = scopeGroups
    .map(({ title, scopes }) => ({ title, scopes: scopes.filter((scope) => mayGrant(actor, [scope])) }))
    .filter(({ scopes }) => scopes.length > 0);
  const abilities = abilitiesOf({ role: 'user', scopes: value });

  const tick = (scope: Scope) => <Checkbox key={scope} value={scope} size="sm" label={scopeTitle(scope)} />;

  return (
    <section className={classes.access} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes.title}>
        Access
      </h3>
      {error && <Input.Error>{error}</Input.Error>}
      {actor.role !== 'admin' && <p className={classes.hint}>You can only grant access that you have yourself.</p>}
      <Chip.Group
        value={role ?? null}
        onChange={(title) => {
          const ready = roles.find((known) => known.title === title);
          if (ready) onRole([...ready.scopes], [...ready.rights]);
        }}
      >
        <div className={classes.roles} role="group" aria-label="Ready-made roles">
          {roles.map(({ title }) => (
            <Chip key={title} value={title} size="md" classNames={{ label: classes.role }}>
              {title}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {/* Beside or below what is chosen, so that it grows without moving the next box away from the finger. */}
      <div className={classes.choice}>
        <Checkbox.Group value={[...value]} onChange={(scopes) => onChange(scopes as Scope[])}>
          <div className={classes.groups}>
            {groups.map(({ title, scopes }) =>
              title === UNUSED ? (
                <details key={title} className={classes.group} open={scopes.some((scope) => value.includes(scope))}>
                  <summary>{title}</summary>
                  {scopes.map(tick)}
                </details>
              ) : (
                <fieldset key={title} className={classes.group}>
                  <legend>{title}</legend>
                  {scopes.map(tick)}
                </fieldset>
              ),
            )}
          </div>
        </Checkbox.Group>
        <div className={classes.summary} role="status">
          <strong>This person may</strong>
          {abilities.length === 0 ? (
            <p>Only sign in and see their own profile.</p>
          ) : (
            <ul>
              {abilities.map((words) => (
                <li key={words}>
                  <IconCheck size={16} stroke={2} aria-hidden />
                  {words}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {children}
    </section>
  );
};
