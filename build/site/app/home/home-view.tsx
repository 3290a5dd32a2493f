import { isDated, levelPlural, outerLevel } from '../../../contract/levels.ts';
import { statsUrl } from '../../../contract/paths.ts';
import { SOURCES, type Source } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { isStatic, webHref } from '../address.ts';
import type { Stats } from '../api-types.ts';
import { FailureMessage } from '../components/failure-message.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { count, counted, label, longDate, shortDate } from '../format.ts';
import { SITE_NAME, usePage } from '../head.ts';
import { navigate } from '../router.ts';
import { useApi } from '../use-api.ts';
import { Examples } from './examples.tsx';

const TITLE = `${SITE_NAME}: U.S. federal law to browse, search and build on`;

/** Links below the examples: web path, name, description. */
const WAYS = [
  ['/docs', 'Guide', 'The first request in a minute; identifiers, lists, limits, errors.'],
  ['/docs/reference', 'Reference', 'Every endpoint with its parameters, to try.'],
  ['/docs#in-pictures', 'Pictures', 'How many documents there are, by title, year and type.'],
  ['/bulk/index.json', 'Dumps', 'All documents of a title or a month in one file.'],
  ['/changes/index.json', 'Changes', 'What each night has added, changed and removed.'],
  ['/site/feeds/fr.atom', 'Feed of documents', 'The newest of the Federal Register, as Atom.'],
  ['/changes/feed.atom', 'Feed of changes', 'What each build has changed, as Atom.'],
  ['/manifest.json', 'Mirrors', 'A manifest of every file, to copy the whole and check it.'],
] as const;

/** The home page: what the site is and holds, and where to begin. */
export function HomeView() {
  const { answer, failure, again } = useApi<Stats>(statsUrl);
  usePage({
    title: TITLE,
    description:
      'The United States Code, the Code of Federal Regulations and the Federal Register, to browse, to search and to read, with an open web API.',
    canonical: '/',
  });
  const stats = answer?.data ?? null;
  return (
    <>
      <section class="hero">
        <h1>The law of the United States, open to read and to build on</h1>
        <p class="hero-text">
          Statutes, regulations and the daily journal of the federal government: every section and document
          has a page to read and an address in a free web API.
        </p>
        <HomeSearch />
        <p class="hero-facts">{stats ? facts(stats) : ' '}</p>
      </section>
      {failure && <FailureMessage failure={failure} again={again} />}
      <ul class="cards" aria-label="Sources">
        {SOURCES.map(source => (
          <SourceCard key={source.id} source={source} stats={stats} />
        ))}
      </ul>
      <Examples />
      <section class="ways">
        <h2>Take what you need</h2>
        <ul>
          {WAYS.map(([href, name, text]) => (
            <li key={href}>
              <a href={webHref(href)}>{name}</a> <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function facts({ total_documents, sources }: Stats): string {
  const { date_range } = sources.fr;
  const updated = [sources.usc.last_updated, sources.ecfr.last_updated, date_range?.latest]
    .filter(date => typeof date === 'string')
    .sort()
    .at(-1);
  return `${counted(total_documents, 'document')}${updated ? `, the newest of ${longDate(updated)}` : ''}.`;
}

/** Searches without loading the page. Without scripts it is an ordinary form. */
const HomeSearch = () => (
  <search>
    <form
      class="search-box"
      action={webHref('/search')}
      onSubmit={event => {
        event.preventDefault();
        const q = new FormData(event.currentTarget).get('q');
        navigate(`/search?q=${encodeURIComponent(String(q ?? ''))}`);
      }}
    >
      <SearchFields
        placeholder={isStatic() ? 'Search needs the server' : 'Try lighthouse, 17 USC 106, or 1 CFR 1.1'}
      />
    </form>
  </search>
);

function SourceCard({ source, stats }: { source: Source; stats: Stats | null }) {
  const own = stats?.sources[source.id];
  const { name } = outerLevel(source);
  const groups = own?.[`${name}_count`];
  const { earliest, latest } = own?.date_range ?? {};
  return (
    <li class="card">
      <h2>
        <a class="card-link" href={webHref(webPathOfPlace({ view: 'source', source: source.id }))}>
          {source.name}
        </a>
      </h2>
      <p>{source.description}</p>
      {isDated(source) && (
        <p class="card-types">
          {own?.document_types
            ? Object.entries(own.document_types)
                .filter(([, documents]) => documents > 0)
                .map(([type, documents]) => `${label(type)} ${count(documents)}`)
                .join(' · ')
            : ' '}
        </p>
      )}
      <dl class="card-facts">
        <CardFact term="Documents" value={own && count(own.document_count)} />
        {isDated(source) ? (
          <CardFact
            term="Dates"
            value={earliest && latest && `${shortDate(earliest)} – ${shortDate(latest)}`}
            isWide
          />
        ) : (
          <>
            <CardFact
              term={levelPlural(outerLevel(source))}
              value={typeof groups === 'number' ? count(groups) : null}
            />
            <CardFact term="Updated" value={own?.last_updated && shortDate(own.last_updated)} />
          </>
        )}
      </dl>
    </li>
  );
}

interface CardFactProps {
  term: string;
  /** Null or undefined while it is loading. */
  value: string | null | undefined;
  isWide?: boolean;
}

const CardFact = ({ term, value, isWide }: CardFactProps) => (
  <div class={isWide ? 'card-fact-wide' : undefined}>
    <dt>{term}</dt>
    <dd>{value || ' '}</dd>
  </div>
);
