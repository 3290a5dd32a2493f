import { Tabs } from '../components/tabs.tsx';
import { documentsSearch } from './list-query.ts';

/** What something is divided into, or all its documents. @param first what it is divided into */
export const SourceTabs = ({ path, first, isList }: { path: string; first: string; isList: boolean }) => (
  <Tabs
    label="Show"
    tabs={[
      { label: first, to: path, isCurrent: !isList },
      { label: 'All documents', to: path + documentsSearch, isCurrent: isList },
    ]}
  />
);
