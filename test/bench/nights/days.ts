/** The day to which the corpus of a night is current. */
export const dayOf = (night: number): string =>
  new Date(Date.UTC(2026, 0, 1 + night)).toISOString().slice(0, 10);
