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

/** What this is, what it holds, and where to begin. */
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
          <Way
            href="/docs"
            name="Guide"
            text="The first request in a minute; identifiers, lists, limits, errors."
          />
          <Way href="/docs/reference" name="Reference" text="Every endpoint with its parameters, to try." />
          <Way
            href="/docs#in-pictures"
            name="Pictures"
            text="How many documents there are, by title, year and type."
          />
          <Way href="/bulk/index.json" name="Dumps" text="All documents of a title or a month in one file." />
          <Way
            href="/changes/index.json"
            name="Changes"
            text="What each night has added, changed and removed."
          />
          <Way
            href="/site/feeds/fr.atom"
            name="Feed of documents"
            text="The newest of the Federal Register, as Atom."
          />
          <Way
            href="/changes/feed.atom"
            name="Feed of changes"
            text="What each build has changed, as Atom."
          />
          <Way
            href="/manifest.json"
            name="Mirrors"
            text="A manifest of every file, to copy the whole and check it."
          />
        </ul>
      </section>
    </>
  );
}

const Way = ({ href, name, text }: { href: string; name: string; text: string }) => (
  <li>
    <a href={webHref(href)}>{name}</a> <span>{text}</span>
  </li>
);

function facts({ total_documents, sources }: Stats): string {
  const { date_range } = sources.fr;
  const updated = [sources.usc.last_updated, sources.ecfr.last_updated, date_range?.latest]
    .filter(date => typeof date === 'string')
    .sort()
    .at(-1);
  return `${counted(total_documents, 'document')}${updated ? `, the newest of ${longDate(updated)}` : ''}.`;
}

/** Without scripts it would be an ordinary form; here it goes on without loading the page. */
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
        <div>
          <dt>Documents</dt>
          <dd>{own ? count(own.document_count) : ' '}</dd>
        </div>
        {!isDated(source) ? (
          <>
            <div>
              <dt>{levelPlural(outerLevel(source))}</dt>
              <dd>{typeof groups === 'number' ? count(groups) : ' '}</dd>
            </div>
            <div>
              <dt>Updated</dt>
              <dd>{own?.last_updated ? shortDate(own.last_updated) : ' '}</dd>
            </div>
          </>
        ) : (
          <div class="card-fact-wide">
            <dt>Dates</dt>
            <dd>{earliest && latest ? `${shortDate(earliest)} – ${shortDate(latest)}` : ' '}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}
