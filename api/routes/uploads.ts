import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiDependencies } from '../dependencies.ts';
import type { ApiEnv } from '../http/context.ts';
import { readFileForm } from '../http/multipart.ts';
import { jsonAnswer, route } from '../http/route.ts';
import { maxUploadBytes } from '../images.ts';

const UploadForm = z.object({
  file: z.instanceof(File).openapi({
    type: 'string',
    format: 'binary',
    description: 'A JPEG, PNG, WebP or GIF of at most 5 MB (5,242,880 bytes) and 50 megapixels.',
  }),
});

const StoredUpload = z
  .object({
    url: z
      .string()
      .openapi({ description: 'Path of the picture on this site; the same picture has the same one.' }),
    width: z.int().min(1),
    height: z.int().min(1),
    type: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
    bytes: z.int().min(1).openapi({ description: 'Size of the stored file.' }),
    alt: z.null().openapi({ description: 'What the picture shows is for the article to say.' }),
  })
  .openapi('Upload');

const exampleUpload = {
  url: '/uploads/9f86d081884c7d659a2feaa0c55ad015.jpg',
  width: 1600,
  height: 1000,
  type: 'image/jpeg' as const,
  bytes: 184_220,
  alt: null,
};

const storeUpload = route({
  method: 'post',
  path: '/upload',
  operationId: 'storeUpload',
  tags: ['Uploads'],
  summary: 'Upload a picture',
  description:
    'The picture is decoded to prove what it is, turned upright, and stored without its metadata; animations stay ' +
    'animated. What has to be worked on in one piece may have fewer megapixels: a progressive JPEG 25, a WebP 12.5 (with ' +
    'transparency 8; all frames of an animation together), a frame of a GIF 8. Smaller sizes for pages are made after the answer.',
  access: 'upload',
  idempotent: true,
  readBody: readFileForm('file', maxUploadBytes),
  request: { body: { required: true, content: { 'multipart/form-data': { schema: UploadForm } } } },
  responses: {
    201: {
      ...jsonAnswer('The stored picture', StoredUpload, exampleUpload),
      headers: {
        Location: { description: 'Path of the picture.', required: true, schema: { type: 'string' } },
      },
    },
  },
});

/** POST /upload (Spec 4). */
export function uploadRoutes({
  store,
  images,
  variants,
}: Pick<ApiDependencies, 'store' | 'images' | 'variants'>) {
  return new OpenAPIHono<ApiEnv>().openapi(storeUpload, async (c) => {
    const { file } = c.req.valid('form');
    const upload = await store.uploads.add(await images.store(await file.bytes()));
    variants.add(upload);
    const { url, width, height, type, bytes } = upload;
    c.header('Location', url);
    return c.json({ url, width, height, type, bytes, alt: null }, 201);
  });
}
