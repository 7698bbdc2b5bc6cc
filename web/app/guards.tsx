import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import { type Access, type Member, may } from '#contract/permissions.ts';
import { isMarked, useMember } from '#web/platform/session.tsx';
import { landingOf } from './navigation.ts';

/** Marker cookie and stored user; without either the person signs in (anew). */
const useSignedIn = (): Member | undefined => {
  const member = useMember();
  return isMarked() ? member : undefined;
};

/** Lets whoever is signed in and has the access through; others go to the root (or to `login`) or to /no-access, with history replaced. */
export const Guarded = ({ access, login, children }: { access: Access; login?: string; children: ReactNode }) => {
  const member = useSignedIn();
  // Whoever is signed out while working is led to the login page; whoever arrives signed out, to the root (part-1 §2 and §4).
  const [wasSignedIn] = useState(member !== undefined);
  if (!member) return <Navigate to={login ?? (wasSignedIn ? '/login' : '/')} replace />;
  return may(member, access) ? children : <Navigate to="/no-access" replace />;
};

/** Login and registration: whoever is signed in already goes on to where they belong. */
export const GuestOnly = ({ children }: { children: ReactNode }) => {
  const member = useSignedIn();
  return member ? <Navigate to={landingOf(member)} replace /> : children;
};

/** The super administrator's login: one who is signed in goes on, and members have no business here (part-2 §2). */
export const SuperAdminGuestOnly = ({ children }: { children: ReactNode }) => {
  const member = useSignedIn();
  if (!member) return children;
  return <Navigate to={member.role === 'superadmin' ? landingOf(member) : '/no-access'} replace />;
};
