import type { Moves, Rank } from './file-moves.ts';
import type { Traffic } from './source.ts';

export interface SyncReport {
  isUpToDate: boolean;
  moved: Readonly<Record<string, Count>>;
  removed: number;
  /** Files that an earlier run fetched. */
  resumed: number;
  traffic: Traffic;
  targetTraffic: Traffic | null;
  seconds: number;
}

export interface Count {
  files: number;
  bytes: number;
}

const GROUPS: Readonly<Record<Rank, string>> = {
  'new documents': 'documents',
  documents: 'documents',
  'new pages': 'pages',
  pages: 'pages',
  dumps: 'dumps',
  'list of dumps': 'dumps',
  'search index': 'catalog',
  catalog: 'catalog',
  report: 'catalog',
  'manifest parts': 'manifest',
  changes: 'changes',
  'list of changes': 'changes',
  signature: 'manifest',
  manifest: 'manifest',
};

export function countsOf(moves: Moves): Record<string, Count> {
  const counts: Record<string, Count> = {};
  for (const { rank, bytes } of moves.inOrder()) {
    const group = GROUPS[rank];
    counts[group] ??= { files: 0, bytes: 0 };
    counts[group].files++;
    counts[group].bytes += bytes ?? 0;
  }
  return counts;
}

export const sumOf = (moved: SyncReport['moved']): Count =>
  Object.values(moved).reduce((a, b) => ({ files: a.files + b.files, bytes: a.bytes + b.bytes }), {
    files: 0,
    bytes: 0,
  });

const count = (number: number): string => number.toLocaleString('en-US');
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function formatSync(report: SyncReport): string {
  const { isUpToDate, moved, removed, resumed, traffic, targetTraffic, seconds } = report;
  const trafficLine = (name: string, { requests, bytes }: Traffic): string =>
    `${name}     ${count(requests)} requests, ${megabytes(bytes)}`;
  const trafficLines = [
    trafficLine('source', traffic),
    ...(targetTraffic ? [trafficLine('target', targetTraffic)] : []),
  ];
  if (isUpToDate) return ['up to date', ...trafficLines, `seconds    ${seconds.toFixed(1)}`].join('\n');
  const { files, bytes } = sumOf(moved);
  const groups = Object.entries(moved).map(
    ([group, count]) => `${group} ${count.files.toLocaleString('en-US')}`,
  );
  return [
    `files      ${count(files)} moved, ${megabytes(bytes)}: ${groups.join(', ')}; ${count(removed)} removed`,
    ...(resumed > 0 ? [`resumed    ${count(resumed)} files were here from an earlier run`] : []),
    ...trafficLines,
    `seconds    ${seconds.toFixed(1)}`,
  ].join('\n');
}
