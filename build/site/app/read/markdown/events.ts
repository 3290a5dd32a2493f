import type { compile } from 'micromark';
import { isAddress } from '../../../../text/links.ts';

/** What the parser found, in the order of the text: where a construct begins and ends. */
export type Event = Parameters<ReturnType<typeof compile>>[0][number];
type Token = Event[1];

interface Media {
  token: Token;
  label: Token[];
  resource: Token | null;
  destination: string;
}

/**
 * Makes of the parser's events those of a text whose words are all shown, as its plain text has them (`build/text/links.ts`):
 * a "link" whose destination is words is words, brackets included; so is a definition of that kind. An image is a link to it,
 * with its alternative text, since the page loads nothing from elsewhere.
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

/** @param dropped gets what is no markup after all @param words what is words as it is written, with all within */
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

/** A definition whose destination is words, as a paragraph. */
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
