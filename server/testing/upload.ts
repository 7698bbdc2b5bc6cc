import { PHOTO_FIELD } from '#contract/menu-items.ts';
import type { App } from './restaurant.ts';

interface Upload {
  /** below /api/v1 */
  path: string;
  cookies: Record<string, string>;
  name?: string | undefined;
  type?: string | undefined;
  field?: string | undefined;
}

/** Sends a picture as a form does; answers the status and the reply. */
export const upload = async (
  app: App,
  content: Buffer,
  { path, cookies, name = 'photo.jpg', type = 'image/jpeg', field = PHOTO_FIELD }: Upload,
) => {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(content)], name, { type }));
  const body = new Response(form);
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    cookies,
    headers: { 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: response.statusCode, reply: response.json() as { success: boolean; message: string; imageURL: string; code: string } };
};
