import { Tabs } from '../components/tabs.tsx';
import { documentsSearch } from './list-query.ts';

/** Tabs for the divisions of a source or title, and for all its documents. @param first name of the divisions */
export const SourceTabs = ({ path, first, isList }: { path: string; first: string; isList: boolean }) => (
  <Tabs
    label="Show"
    tabs={[
      { label: first, to: path, isCurrent: !isList },
      { label: 'All documents', to: path + documentsSearch, isCurrent: isList },
    ]}
  />
);
