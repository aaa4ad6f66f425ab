import sharp from 'sharp';

/** A JPEG that is cheap to make and to decode. */
export function drawJpeg({ width = 64, height = 48 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
}

/** A form with one file, as a browser sends it. */
export function fileForm(
  bytes: Uint8Array,
  { field = 'file', name = 'picture.jpg', type = 'image/jpeg' } = {},
) {
  const form = new FormData();
  form.set(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
  return form;
}
