import { UsageError } from '../common/command-line.ts';

/** Options for the site, of commands that build. */

export const SITE_FLAGS = {
  'no-site': { type: 'boolean', default: false },
  'site-url': { type: 'string' },
} as const;

/** Null: no site. */
export type SiteChoice = { url: string | null } | null;

interface SiteFlags {
  'no-site'?: boolean | undefined;
  'site-url'?: string | undefined;
}

export function readSite({ 'no-site': isLeftOut = false, 'site-url': text }: SiteFlags): SiteChoice {
  if (text === undefined) return isLeftOut ? null : { url: null };
  if (isLeftOut) throw new UsageError('--site-url says where a site is, and --no-site that there is none.');
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || /[?#]/.test(text))
    throw new UsageError(`--site-url must be an address such as https://law.example.org/, not ${text}.`);
  return { url: url.href.replace(/\/*$/, '/') };
}
