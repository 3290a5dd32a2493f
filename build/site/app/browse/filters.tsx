import { useEffect, useState } from 'preact/hooks';
import type { Source } from '../../../contract/sources.ts';
import { isStatic, webHref } from '../address.ts';
import { Choice } from '../components/choice.tsx';
import { Fold } from '../components/fold.tsx';
import { fieldValue } from '../field-value.ts';
import { type Address, navigate } from '../router.ts';
import { type Control, controlsOf, SHOWN_CONTROLS, sortOptions } from './controls.ts';
import { changedSearch, type Fixed, type ListPlan } from './list-query.ts';

interface Props {
  source: Source;
  fixed: Fixed;
  address: Address;
  plan: Pick<ListPlan, 'chosen' | 'sort'> & { query: { limit: number } };
}

const LIMITS = [20, 50, 100];

/** Filters, order and page size of a list. Each change is a new address, which the list below follows. */
export function Filters({ source, fixed, address, plan }: Props) {
  const set = (changes: Record<string, string | number | null>) =>
    navigate(address.path + changedSearch(address.search, changes), { isKeeping: true });
  const fixedParams = fixed.map(([param]) => param);
  const controls = controlsOf(source, fixedParams, plan.chosen);
  const shown = controls.slice(0, SHOWN_CONTROLS);
  const folded = controls.slice(SHOWN_CONTROLS);
  const field = (control: Control) => (
    <Field
      key={control.param}
      control={control}
      value={plan.chosen[control.param] ?? ''}
      onChange={value => set({ [control.param]: value })}
    />
  );
  const active = Object.keys(plan.chosen);
  return (
    <Fold summary="Filters and order" isOpen={active.length > 0}>
      <form class="filters" aria-label="Filters" onSubmit={event => event.preventDefault()}>
        {isStatic() && (
          <p class="note">
            This copy of the site is made of files alone: one filter at a time, in the usual order. The rest
            needs the server.
          </p>
        )}
        <div class="filters-row">
          {shown.map(field)}
          {!isStatic() && (
            <>
              <Choice
                label="Order"
                value={plan.sort}
                options={source.sorts.flatMap(sortOptions)}
                onChange={value => set({ sort: value === source.defaultSort ? null : value })}
              />
              <Choice
                label="Per page"
                value={String(plan.query.limit)}
                options={withValue(LIMITS, plan.query.limit).map(limit => ({
                  value: String(limit),
                  label: String(limit),
                }))}
                onChange={value => set({ limit: value === '20' ? null : value })}
              />
            </>
          )}
        </div>
        {folded.length > 0 && (
          <details class="filters-more" open={folded.some(({ param }) => active.includes(param))}>
            <summary>More filters</summary>
            <div class="filters-row">{folded.map(field)}</div>
          </details>
        )}
        {active.length > 0 && (
          <p class="filters-clear">
            <a
              href={webHref(
                address.path +
                  changedSearch(address.search, Object.fromEntries(active.map(param => [param, null]))),
              )}
            >
              Clear {active.length === 1 ? 'the filter' : `all ${active.length} filters`}
            </a>
          </p>
        )}
      </form>
    </Fold>
  );
}

const withValue = (values: readonly number[], value: number): number[] =>
  values.includes(value) ? [...values] : [...values, value].sort((a, b) => a - b);

interface FieldProps {
  control: Control;
  value: string;
  onChange: (value: string) => void;
}

function Field({ control: { kind, label, options, param }, value, onChange }: FieldProps) {
  // Keeps the typed text until the reader is done; another address replaces it.
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  if (kind === 'choice') {
    const any = { value: '', label: 'Any' };
    return <Choice label={label} value={value} options={[any, ...options]} onChange={onChange} />;
  }
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={param}
        type={kind as 'text'}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        maxLength={500}
        value={fieldValue(kind, typed)}
        onInput={event => setTyped(event.currentTarget.value)}
        onChange={event => onChange(event.currentTarget.value.trim())}
      />
    </label>
  );
}
