import type { Db } from '#server/platform/database/database.ts';

/** Puts a member's photo in the place of another, or of none; answers the address of the former one, which its file goes by. */
export const swapPhoto = async (db: Db, memberId: number, photo: string | null): Promise<string | null> => {
  const member = await db.selectFrom('members').select('photo').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (member.photo !== photo) await db.updateTable('members').set({ photo }).where('id', '=', memberId).execute();
  return member.photo;
};
