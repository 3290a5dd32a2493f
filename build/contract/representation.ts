import { REPRESENTATIONS, type Representation } from './paths.ts';

/** In the order of preference where a client has none. */
export const FORMATS = Object.keys(REPRESENTATIONS) as Representation[];

/** The media types of the representations, in the same order. */
export const MEDIA_TYPES = FORMATS.map(format => REPRESENTATIONS[format].contentType.split(';')[0] as string);

export const representationOfMediaType = (mediaType: string | undefined): Representation =>
  FORMATS[MEDIA_TYPES.indexOf(mediaType ?? '')] ?? 'json';
