import { findSuperAdmins, openFirstSuperAdmin } from '#server/features/superadmin-auth/super-admins.queries.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { Clock, Random } from '#server/platform/clock-and-random.ts';

interface Opening {
  databases: Databases;
  clock: Clock;
  random: Random;
  config: { superAdmin: { username: string; password: string } | undefined; publicUrl: string };
}

/** Makes the super administrator that the configuration names, when there is none; answers what the start says, and what it warns of. */
export const openProvider = async ({ databases, clock, random, config }: Opening): Promise<{ sentence: string; warning?: string }> => {
  const { superAdmin, publicUrl } = config;
  const isIgnored = superAdmin && !(await openFirstSuperAdmin({ databases, clock, random, ...superAdmin }));
  const isAnyone = (await databases.readAsProvider(findSuperAdmins)).length > 0;
  return {
    sentence: isAnyone
      ? `The super administrator signs in at ${publicUrl}/superadmin`
      : `There is no super administrator. One is made by: npm run comanda -- create-superadmin <email>`,
    ...(isIgnored && {
      warning:
        'SUPERADMIN_EMAIL is ignored, and this account was not made: there is a super administrator already. npm run comanda -- list-superadmins ' +
        'tells who, npm run comanda -- create-superadmin <email> makes another one.',
    }),
  };
};
