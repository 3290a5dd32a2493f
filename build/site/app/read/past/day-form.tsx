import { useState } from 'preact/hooks';
import { webHref } from '../../address.ts';
import { navigate } from '../../router.ts';

interface Props {
  /** Of the document's page. */
  path: string;
  /** The day that is shown; null for the text of today. */
  on: string | null;
}

/** A field to choose the day of the text. */
export function DayForm({ path, on }: Props) {
  const [day, setDay] = useState(on?.slice(0, 10) ?? '');
  return (
    <form
      class="day-form"
      action={webHref(path)}
      onSubmit={event => {
        event.preventDefault();
        if (day !== '') navigate(`${path}?on=${day}`);
      }}
    >
      <label>
        Show the text of{' '}
        <input
          type="date"
          name="on"
          required
          value={day}
          onInput={event => setDay(event.currentTarget.value)}
        />
      </label>{' '}
      <button type="submit" class="button-small">
        Show
      </button>
    </form>
  );
}
