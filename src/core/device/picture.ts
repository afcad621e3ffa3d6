import { codedError } from '../values/errors.ts';

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

const starts = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, i) => bytes[at + i] === byte);

/** The type of a picture by its first bytes; its name and declared type may be wrong. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (starts(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(bytes, 0, [0x52, 0x49, 0x46, 0x46]) && starts(bytes, 8, [0x57, 0x45, 0x42, 0x50])) return 'image/webp';
  return null;
}

/**
 * Crops the middle of a picture to a square JPEG of at most `edge` px, turned upright, without EXIF data such as the
 * place.
 * @throws CodedError `not_picture` when the bytes are not png, jpeg or webp, or cannot be drawn
 */
export async function squarePicture(file: Blob, edge: number): Promise<Blob> {
  const type = pictureTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (type === null) throw codedError('not_picture', 'The file is no png, jpeg or webp.');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([file], { type }), { imageOrientation: 'from-image' });
  } catch (error) {
    throw codedError('not_picture', 'The picture cannot be drawn.', error);
  }
  try {
    const side = Math.min(bitmap.width, bitmap.height);
    const size = Math.max(1, Math.min(edge, side));
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext('2d');
    if (context === null) throw codedError('not_picture', 'This browser cannot draw the picture.');
    // JPEG has no transparency: it would turn black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, size, size);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, size, size);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
    if (blob === null) throw codedError('not_picture', 'The picture cannot be encoded.');
    return blob;
  } finally {
    bitmap.close();
  }
}
