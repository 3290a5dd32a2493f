import { REPRESENTATIONS, type Representation } from './paths.ts';

/** In the order of preference for clients without one. */
export const FORMATS = Object.keys(REPRESENTATIONS) as Representation[];

/** The media types, in the same order. */
export const MEDIA_TYPES = FORMATS.map(format => REPRESENTATIONS[format].contentType.split(';')[0] as string);

export const representationOfMediaType = (mediaType: string | undefined): Representation =>
  FORMATS[MEDIA_TYPES.indexOf(mediaType ?? '')] ?? 'json';
