import type { compile } from 'micromark';
import { isAddress } from '../../../../text/links.ts';

/** An event of the parser: a construct begins or ends. Events are in the order of the text. */
export type Event = Parameters<ReturnType<typeof compile>>[0][number];
type Token = Event[1];

interface Media {
  token: Token;
  label: Token[];
  resource: Token | null;
  destination: string;
}

/**
 * Changes the parser's events so that all words are shown, as the plain text has them (`build/text/links.ts`). A link or
 * definition whose destination is words becomes words, brackets included. An image becomes a link to it with its alternative
 * text, since the page loads nothing from elsewhere.
 */
export function settledEvents(events: readonly Event[]): Event[] {
  const dropped = new Set<Token>();
  const words = new Set<Token>();
  settleMedia(events, dropped, words);
  const settled: Event[] = [];
  let silent: Token | null = null;
  for (const event of events) {
    const [kind, token, context] = event;
    if (silent !== null && token !== silent) continue;
    if (words.has(token)) silent = kind === 'enter' ? token : null;
    if (dropped.has(token)) continue;
    if (kind === 'enter' && token.type === 'definition') settled.push(...definitionWords(token, context));
    settled.push(event);
  }
  return settled;
}

/**
 * @param dropped receives tokens that are no markup after all
 * @param words receives tokens that are shown as written, with all within them
 */
function settleMedia(events: readonly Event[], dropped: Set<Token>, words: Set<Token>): void {
  const open: Media[] = [];
  for (const [kind, token, context] of events) {
    const media = open.at(-1);
    if (token.type === 'link' || token.type === 'image') {
      if (kind === 'enter') open.push({ token, label: [], resource: null, destination: '' });
      else settle(open.pop()!, dropped, words);
    } else if (media === undefined || kind === 'exit') continue;
    else if (token.type === 'resource') media.resource = token;
    else if (token.type === 'resourceDestinationString') media.destination = context.sliceSerialize(token);
    else if (LABEL.has(token.type)) media.label.push(token);
  }
}

const LABEL = new Set<string>([
  'label',
  'labelText',
  'labelImage',
  'labelImageMarker',
  'labelMarker',
  'labelLink',
]);

function settle(
  { token, label, resource, destination }: Media,
  dropped: Set<Token>,
  words: Set<Token>,
): void {
  if (resource === null || isAddress(destination)) {
    token.type = 'link';
    return;
  }
  dropped.add(token);
  for (const part of [...label, resource]) {
    if (part.type.endsWith('Marker') || part === resource) {
      part.type = 'data';
      words.add(part);
    } else dropped.add(part);
  }
}

/** The paragraph that replaces a definition whose destination is words. */
function definitionWords(token: Token, context: Event[2]): Event[] {
  const written = context.sliceSerialize(token);
  const destination = /\]:\s*(\S*)/.exec(written)?.[1] ?? '';
  if (isAddress(destination)) return [];
  const paragraph: Token = { ...token, type: 'paragraph' };
  const data: Token = { ...token, type: 'data' };
  return [
    ['enter', paragraph, context],
    ['enter', data, context],
    ['exit', data, context],
    ['exit', paragraph, context],
  ];
}
