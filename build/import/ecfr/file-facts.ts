import { isDate } from '../../contract/dates.ts';
import { lastWrittenDay } from '../dates.ts';
import type { Edition, Head } from '../schema.ts';
import { elementsOf, lineOf, type XmlNode } from '../xml/node.ts';
import { XmlError } from '../xml/parse.ts';
import type { FileFacts } from './form.ts';

/** @throws XmlError if nothing names the title */
export function factsOf({ root, attributes, nodes, file }: Head): FileFacts {
  const isPart = /^DIV[2-9]$/.test(root);
  const header = new Map<string, string>();
  for (const node of nodes.flatMap(tree => [...elementsOf(tree)])) {
    if (!header.has(node.name)) header.set(node.name, lineOf(node));
  }
  const path = pathOf(attributes.hierarchy_metadata);
  const title = [
    header.get('IDNO')?.replace(/^.*-/, ''),
    path.find(({ level }) => level === 'title')?.number,
    attributes.NODE?.split(':')[0],
    root === 'DIV1' ? attributes.N : undefined,
    /title-?0*(\d+)/i.exec(file.name)?.[1],
  ].find(number => number !== undefined && /^\d{1,2}$/.test(number) && number !== '0');
  if (title === undefined) throw new XmlError('nothing tells the number of the title');
  const part = isPart ? partLabel(path, attributes) : null;
  const day = file.day ?? dayInName(file.name);
  const amended = amendedDay(nodes);
  return {
    title: Number(title),
    titleName: /^Title \d+: *(.+)$/.exec(header.get('TITLE') ?? '')?.[1] ?? null,
    day,
    amended,
    above: isPart
      ? path
          .slice(0, -1)
          .filter(({ level }) => level !== 'title')
          .map(step => ({ ...step, name: null }))
      : null,
    edition: editionOf(Number(title), day ?? amended, part),
    shelf: [],
  };
}

/** Folder of a title's documents, the same for all forms. */
export const folderOf = (title: number): string => `ecfr/title-${String(title).padStart(2, '0')}`;

/** @param part of the title, if the file is not the whole title */
function editionOf(title: number, day: string | null, part: string | null): Edition {
  const folder = folderOf(title);
  return {
    folder,
    record: `${folder}/_edition.json`,
    label: day ?? 'a day that is not told',
    day: day ?? '',
    isWhole: part === null,
    ...(part === null ? {} : { part }),
  };
}

/** The API also has the days of volumes, which its own date may lag behind. */
function amendedDay(nodes: readonly XmlNode[]): string | null {
  const days = nodes.flatMap(({ name, attributes }) =>
    name === 'VOLUME' && isDate(attributes.AMDDATE ?? '') ? [attributes.AMDDATE!] : [],
  );
  const amended = lastWrittenDay(nodes.filter(({ name }) => name === 'AMDDATE').map(node => lineOf(node)));
  return [...days, ...(amended === null ? [] : [amended])].sort().at(-1) ?? null;
}

/** Files of the API have their day in the name: `title-3-full-2024-05-17.xml`. */
function dayInName(name: string): string | null {
  const found = /(\d{4}-\d{2}-\d{2})\.xml$/i.exec(name)?.[1] ?? '';
  return isDate(found) ? found : null;
}

const partLabel = (path: readonly Step[], { TYPE = '', N = '' }: Readonly<Record<string, string>>): string =>
  path.length > 1
    ? path
        .slice(1)
        .map(({ level, number }) => `${level}-${number}`)
        .join('/')
    : `${TYPE.toLowerCase()}-${N}`;

interface Step {
  level: string;
  number: string;
}

const STEP = /^(title|subtitle|chapter|subchapter|part|subpart|section|appendix)-(.+)$/;

/** Reads the position within a title from the API's JSON attribute, which is escaped once or twice. */
function pathOf(metadata: string | undefined): Step[] {
  if (metadata === undefined) return [];
  const json = metadata.replace(/&amp;/g, '&').replace(/&quot;/g, '"');
  const path = /"path"\s*:\s*"([^"]*)"/.exec(json)?.[1] ?? '';
  return path.split('/').flatMap(step => {
    const [, level, number] = STEP.exec(step) ?? [];
    return level === undefined || number === undefined ? [] : [{ level, number: decodeURIComponent(number) }];
  });
}
