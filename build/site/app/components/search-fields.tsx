interface Props {
  /** Label for screen readers: what is searched. */
  label?: string;
  placeholder: string;
  /** Text of the box and its setter; without them the box keeps its own text. */
  typed?: { text: string; set: (text: string) => void };
  /** Whether the box gets the focus when the view is complete. */
  isAimed?: boolean;
}

/** Fields of a search form. The key `/` focuses the box. */
export const SearchFields = ({ label = 'Search the law', placeholder, typed, isAimed = false }: Props) => (
  <>
    <label class="visually-hidden" for="q">
      {label}
    </label>
    <input
      id="q"
      type="search"
      name="q"
      maxLength={500}
      autocomplete="off"
      enterkeyhint="search"
      aria-keyshortcuts="/"
      spellcheck={false}
      placeholder={placeholder}
      data-focus={isAimed ? true : undefined}
      {...(typed && { value: typed.text, onInput: event => typed.set(event.currentTarget.value) })}
    />
    <button type="submit" class="button">
      Search
    </button>
  </>
);
