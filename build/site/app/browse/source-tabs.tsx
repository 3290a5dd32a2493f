import { changesTab } from '../changes-tab.ts';
import { Tabs } from '../components/tabs.tsx';
import { documentsSearch } from './list-query.ts';

interface Props {
  path: string;
  /** Name of the divisions. */
  first: string;
  isList: boolean;
  /** The web path of the structure; none for a source. */
  structure?: string;
}

/** Tabs for the divisions of a source or title and for all its documents, with links to the levels of a title and to what changed. */
export const SourceTabs = ({ path, first, isList, structure }: Props) => (
  <Tabs
    label="Show"
    tabs={[
      { label: first, to: path, isCurrent: !isList },
      { label: 'All documents', to: path + documentsSearch, isCurrent: isList },
      ...(structure === undefined ? [] : [{ label: 'Structure', to: structure, isCurrent: false }]),
      ...changesTab(structure ?? null),
    ]}
  />
);
