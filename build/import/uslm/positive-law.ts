/** Titles that Congress has enacted as law, with the days of enactment. Appendices are not enacted. */
const SINCE: Readonly<Record<number, string>> = {
  1: '1947-07-30',
  3: '1948-06-25',
  4: '1947-07-30',
  5: '1966-09-06',
  9: '1947-07-30',
  10: '1956-08-10',
  11: '1978-11-06',
  13: '1954-08-31',
  14: '1949-08-04',
  17: '1947-07-30',
  18: '1948-06-25',
  23: '1958-08-27',
  28: '1948-06-25',
  31: '1982-09-13',
  32: '1956-08-10',
  35: '1952-07-19',
  36: '1998-08-12',
  37: '1962-09-07',
  38: '1958-09-02',
  39: '1960-09-02',
  40: '2002-08-21',
  41: '2011-01-04',
  44: '1968-10-22',
  46: '2006-10-06',
  49: '1994-07-05',
  51: '2010-12-18',
  54: '2014-12-19',
};

/** @param label of the title, such as `17` or `18a` @param day of the edition */
export const isPositiveLaw = (label: string, day: string): boolean => (SINCE[Number(label)] ?? '9999') <= day;
