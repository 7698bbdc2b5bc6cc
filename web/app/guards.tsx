import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type Access, type Member, may } from '#contract/permissions.ts';
import { readStoredUser, useMarked, useMember } from '#web/platform/session.tsx';
import { forgetSignedOut, noteSignedOut, placeOf, RAN_OUT } from '#web/platform/signed-out.ts';
import { arrivalOf } from './navigation.ts';

/** Marker cookie and stored user; without either the person signs in (again). */
const useSignedIn = (): Member | undefined => {
  const member = useMember();
  return useMarked() ? member : undefined;
};

/** Lets whoever is signed in and has the access through; others go to the root (or to `login`) or to /no-access, with history replaced. */
export const Guarded = ({ access, login, children }: { access: Access; login?: string; children: ReactNode }) => {
  const stored = useMember();
  const member = useSignedIn();
  const { pathname, search } = useLocation();
  // Whoever is signed out while working is led to the login page; whoever arrives signed out, to the root (part-1 §2 and §4).
  const [wasSignedIn] = useState(member !== undefined);
  const hasRunOut = stored !== undefined && member === undefined;
  useEffect(() => {
    if (hasRunOut) noteSignedOut(RAN_OUT, pathname + search);
  }, [hasRunOut, pathname, search]);
  if (!member) return <Navigate to={login ?? (wasSignedIn ? '/login' : '/')} replace />;
  return may(member, access) ? children : <Navigate to="/no-access" replace />;
};

/** Leads whoever has signed in to where their session had ended, or to where they belong. */
const Arrival = ({ member }: { member: Member }) => {
  const [to] = useState(() => {
    const user = readStoredUser();
    return arrivalOf(member, user && placeOf(user));
  });
  useEffect(forgetSignedOut, []);
  return <Navigate to={to} replace />;
};

/** Login and registration: whoever is signed in already goes on to where they belong. */
export const GuestOnly = ({ children }: { children: ReactNode }) => {
  const member = useSignedIn();
  return member ? <Arrival member={member} /> : children;
};

/** The super administrator's login: one who is signed in goes on, and members have no business here (part-2 §2). */
export const SuperAdminGuestOnly = ({ children }: { children: ReactNode }) => {
  const member = useSignedIn();
  if (!member) return children;
  return member.role === 'superadmin' ? <Arrival member={member} /> : <Navigate to="/no-access" replace />;
};
