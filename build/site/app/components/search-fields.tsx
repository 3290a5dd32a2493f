interface Props {
  /** What is searched, for those who do not see the box. */
  label?: string;
  placeholder: string;
  /** What stands in the box, and who hears of it; without them it is the box's own. */
  typed?: { text: string; set: (text: string) => void };
  /** Whether it gets the focus when the view stands. */
  isAimed?: boolean;
}

/** What a form for searches has; the key `/` leads into it. */
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
