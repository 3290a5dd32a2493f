import type { SearchFilterName } from '../../../contract/search-filter-names.ts';
import { Choice } from '../components/choice.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { fieldValue } from '../field-value.ts';
import { navigate } from '../router.ts';
import { hasDates, type SearchState, SORTS, searchPath, withFilter } from './search-query.ts';
import type { SearchBox } from './use-search-box.ts';

interface Props {
  state: SearchState;
  box: SearchBox;
  onSubmit: () => void;
}

export function SearchForm({ state, box, onSubmit }: Props) {
  const set = (next: SearchState) => navigate(searchPath(next), { isKeeping: true });
  const date = (name: SearchFilterName & `date_${string}`, label: string) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="date"
        value={fieldValue('date', state.filters[name] ?? '')}
        onChange={event => set(withFilter(state, name, event.currentTarget.value))}
      />
    </label>
  );
  return (
    <search>
      <form
        class="search-form"
        onSubmit={event => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div class="search-box">
          {/* Without a query the box gets the focus. */}
          <SearchFields placeholder="Words, a phrase, a citation" typed={box} isAimed={state.q === ''} />
        </div>
        <details class="filters-more" open={hasDates(state) || state.sort !== ''}>
          <summary>Order and dates</summary>
          <div class="filters-row">
            <Choice
              label="Order"
              value={state.sort}
              options={SORTS.map(([value, label]) => ({ value, label }))}
              onChange={sort => set({ ...state, sort, offset: 0 })}
            />
            {date('date_from', 'Published from')}
            {date('date_to', 'Published to')}
          </div>
          {hasDates(state) && (
            <p class="note">With dates only documents of the Federal Register are found.</p>
          )}
        </details>
      </form>
    </search>
  );
}
