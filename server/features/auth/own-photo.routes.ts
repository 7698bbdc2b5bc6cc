import { deleteOwnPhoto, saveOwnPhoto } from '#contract/own-account.ts';
import { PHOTO_FIELD } from '#contract/menu-items.ts';
import { swapPhoto } from '#server/features/users/member-photos.queries.ts';
import { handle, handleUpload } from '#server/platform/endpoints/routes.ts';
import { replacePhoto } from '#server/platform/files/photos.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';

const entity = 'members';

/** The face beside the name on the lock screen. */
export const ownPhotoRoutes = [
  handleUpload(saveOwnPhoto, PHOTO_FIELD, async (_, context) => {
    const { asTenant, session, now } = context;
    const imageURL = await replacePhoto(context, (address) =>
      asTenant(session.tenantId, async (db) => {
        const photo = await swapPhoto(db, session.memberId, address);
        const entry = { action: 'photo', entity, entityId: session.memberId, before: { photo }, after: { photo: address } };
        await insertAudit({ db, session, now }, entry);
        return photo;
      }),
    );
    return { message: 'Photo saved.', imageURL };
  }),

  handle(deleteOwnPhoto, async (_, context) => {
    const { db, session, photos, afterCommit } = context;
    const photo = await swapPhoto(db, session.memberId, null);
    if (photo !== null) {
      await insertAudit(context, { action: 'photo', entity, entityId: session.memberId, before: { photo }, after: { photo: null } });
      afterCommit(() => photos.remove(session.tenantId, photo));
    }
    return { message: 'Photo deleted.' };
  }),
];
