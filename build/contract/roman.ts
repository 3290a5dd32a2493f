const ROMAN = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/;
const DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Returns the value of a well-formed Roman numeral in capitals, else null. */
export function romanValue(text: string): number | null {
  if (text === '' || !ROMAN.test(text)) return null;
  const digits = Array.from(text, letter => DIGITS[letter] ?? 0);
  return digits.reduce((sum, digit, i) => (digit < (digits[i + 1] ?? 0) ? sum - digit : sum + digit), 0);
}
