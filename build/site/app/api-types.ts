import type { LevelFacts } from '../../contract/level-head.ts';
import type { HierarchyLevel, SourceId } from '../../contract/sources.ts';

/** `data` of the API's answers, as far as views read it (build/contract/README.md, Documents, Hierarchy, Levels and Overview). */

export interface ListItem {
  id: string;
  identifier: string;
  source: SourceId;
  metadata: Record<string, string | number | boolean | null>;
}

/** A level in the list of the level above it. */
export interface LevelSummary extends HierarchyLevel {
  identifier: string;
  status: string | null;
  document_count: number;
}

export interface LevelDetail extends LevelFacts, LevelSummary {
  identifier: string;
  children: LevelSummary[];
  /** Those directly in the level. */
  documents: ListItem[];
  notes: { markdown: string } | null;
}

export interface YearSummary {
  year: number;
  document_count: number;
}

export interface YearDetail extends YearSummary {
  months: { month: number; document_count: number }[];
}

export interface MonthDetail extends YearSummary {
  month: number;
  documents: {
    id: string;
    identifier: string;
    document_number: string | null;
    display_title: string | null;
    document_type: string | null;
    publication_date: string;
    agency: string | null;
  }[];
}

export interface Stats {
  total_documents: number;
  sources: Record<
    SourceId,
    {
      document_count: number;
      last_updated?: string | null;
      date_range?: { earliest: string | null; latest: string | null };
      document_types?: Record<string, number>;
      /** `title_count`. */
      [count: `${string}_count`]: number;
    }
  >;
}
