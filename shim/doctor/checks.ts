import { archive } from './checks/archive.ts';
import { catalog } from './checks/catalog.ts';
import { clock } from './checks/clock.ts';
import { descriptors } from './checks/descriptors.ts';
import { disk } from './checks/disk.ts';
import { keys, usage } from './checks/keys.ts';
import { node } from './checks/node.ts';
import { port } from './checks/port.ts';
import { search } from './checks/search.ts';
import { store } from './checks/store.ts';
import { tree } from './checks/tree.ts';
import type { Check } from './finding.ts';

/** All checks except the settings', in the order of the report. */
export const CHECKS: readonly Check[] = [
  node,
  tree,
  catalog,
  archive,
  search,
  store,
  keys,
  usage,
  clock,
  descriptors,
  disk,
  port,
];
