import { webHref } from '../address.ts';

/** Links to pages about the same thing. */
export const Tabs = ({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean }[];
}) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(tab => (
      <a key={tab.to} href={webHref(tab.to)} aria-current={tab.isCurrent ? 'page' : undefined}>
        {tab.label}
      </a>
    ))}
  </nav>
);
