/**
 * A second grammar of citations, written beside the product's and in another way: it reads words one by one, and uses none of
 * its patterns or tables. Where both agree on real text, neither has an error that the other lacks.
 */

export interface Judged {
  /** In code units. */
  start: number;
  kind: string;
  /** `/us/usc/t17/s106`; `83/21707` for a page. */
  means: string;
  /** Of the end of a range. */
  upTo: string | null;
}

interface Word {
  text: string;
  low: string;
  start: number;
  /** White space stands before it. */
  isApart: boolean;
}

const PUNCTUATION = '.,;:()[]{}§"“”‘’\'/$%*=<>?!&#@+|~^_\\';

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at]!.trim() === '') {
      at++;
      continue;
    }
    let end = at + 1;
    if (!PUNCTUATION.includes(text[at]!))
      // A measure or a title may stand right before or behind the letters of a code: `5U.S.C.`, `FR17486`.
      while (end < text.length && text[end]!.trim() !== '' && isInWord(text, at, end)) end++;
    const written = text.slice(at, end).replace(/[–—‑‒−]/g, '-');
    words.push({
      text: written,
      low: written.toLowerCase(),
      start: at,
      isApart: at === 0 || text[at - 1]!.trim() === '',
    });
    at = end;
  }
  return words;
}

/** A dot is inside of a number, `52.220`, and a comma inside of thousands. `et seq.` and codes may touch a number. */
function isInWord(text: string, from: number, at: number): boolean {
  const isDigit = (char = ''): boolean => char >= '0' && char <= '9';
  const [before, char, after] = [text[at - 1]!, text[at]!, text[at + 1]];
  const soFar = text.slice(from, at);
  if (char === '.') return /^\d+[a-z]?$/i.test(soFar.slice(soFar.search(/[^-–—‑‒−]*$/))) && isDigit(after);
  if (char === ',')
    return /^\d{1,3}(,\d{3})*$/.test(soFar) && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5));
  if (/^\d+$/.test(soFar) && /^(?:U\.? ?S|C\.? ?F\.? ?R|F\.? ?R)\b/.test(text.slice(at))) return false;
  if (/\d[a-z]*$/i.test(soFar) && /^et seq/.test(text.slice(at))) return false;
  if (/^(?:FR|CFR|USC)$/.test(soFar) && isDigit(char)) return false;
  return !PUNCTUATION.includes(char) && before !== '';
}

type Code = 'usc' | 'cfr' | 'fr' | 'stat';

const NAMES: readonly (readonly [Code, string])[] = [
  ['usc', 'usc'],
  ['usc', 'usca'],
  ['usc', 'uscode'],
  ['usc', 'unitedstatescode'],
  ['cfr', 'cfr'],
  ['cfr', 'codeoffederalregulations'],
  ['fr', 'fr'],
  ['fr', 'fedreg'],
  ['fr', 'federalregister'],
  ['stat', 'stat'],
];

export function judge(text: string): Judged[] {
  const reader = new Reader(wordsOf(text));
  const found: Judged[] = [];
  while (!reader.isAtEnd) {
    const from = reader.at;
    const read = reader.citation();
    if (read.length > 0) found.push(...read);
    else reader.at = from + 1;
  }
  return found;
}

interface Listed {
  number: string;
  start: number;
  isPart: boolean;
  upTo: string | null;
}

class Reader {
  readonly #words: readonly Word[];
  at = 0;

  constructor(words: readonly Word[]) {
    this.#words = words;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#words.length;
  }

  citation(): Judged[] {
    return (
      this.#tried(() => this.#appendixOf()) ??
      this.#tried(() => this.#byCode()) ??
      this.#tried(() => this.#law()) ??
      this.#tried(() => this.#bySection()) ??
      this.#tried(() => this.#byTitle()) ??
      this.#tried(() => this.#documentNumber()) ??
      []
    );
  }

  #tried(read: () => Judged[] | null): Judged[] | null {
    const from = this.at;
    const found = read();
    if (found === null) this.at = from;
    return found;
  }

  #word(ahead = 0): Word | undefined {
    return this.#words[this.at + ahead];
  }

  /** Skips words if all of them follow. */
  #skip(...wanted: string[]): boolean {
    if (!wanted.every((one, i) => this.#word(i)?.low === one)) return false;
    this.at += wanted.length;
    return true;
  }

  #skipAny(...wanted: string[]): boolean {
    return wanted.some(one => this.#skip(one));
  }

  /** The name of a code in the next words, whatever its dots and spaces. */
  #code(): Code | null {
    let letters = '';
    let best: { code: Code; end: number } | null = null;
    for (let ahead = 0; ahead < 8; ahead++) {
      const word = this.#word(ahead);
      if (!word) break;
      if (word.text === '.') {
        if (best && best.end === this.at + ahead) best.end++;
        continue;
      }
      if (!/^[a-z]+$/.test(word.low)) break;
      letters += word.low;
      const code = NAMES.find(([, name]) => name === letters)?.[0];
      if (code) best = { code, end: this.at + ahead + 1 };
      if (letters.length > 24) break;
    }
    if (!best) return null;
    this.at = best.end;
    this.#skip('.');
    return best.code;
  }

  #isNumber(word: Word | undefined, longest: number): word is Word {
    return word !== undefined && /^\d+$/.test(word.text) && word.text.length <= longest;
  }

  #byCode(): Judged[] | null {
    const title = this.#word();
    if (!this.#isNumber(title, 3) || !this.#isClear(title)) return null;
    this.at++;
    const code = this.#code();
    if (code === null) return null;
    this.#skip(',');
    if (code === 'fr' || code === 'stat') return this.#page(title, code);
    const isAppendix = code === 'usc' && this.#skipAny('app', 'appendix');
    if (isAppendix) {
      this.#skip('.');
      this.#skip(',');
    }
    return this.#listOf(title.start, `${Number(title.text)}${isAppendix ? 'a' : ''}`, code);
  }

  /** Nothing that makes the number a part of another one. */
  #isClear(word: Word): boolean {
    const before = this.#words[this.#words.indexOf(word) - 1];
    return word.isApart || before === undefined || !/^[$.#/]$|[\d\w-]$/.test(before.text);
  }

  #page(title: Word, code: 'fr' | 'stat'): Judged[] | null {
    if (this.#skip('at')) this.#skip(',');
    else this.#skipAny('page', 'p');
    const page = this.#word();
    const [, first] = /^([\d,]+)(?:-\d+)?$/.exec(page?.text ?? '') ?? [];
    if (first === undefined) return null;
    this.at++;
    const volume = Number(title.text);
    const number = Number(first.replaceAll(',', ''));
    if (number >= 1_000_000) return null;
    const isPage = code === 'fr';
    const means = isPage ? `${volume}/${number}` : `/us/stat/${volume}/${number}`;
    return [{ start: title.start, kind: isPage ? 'page' : 'statute', means, upTo: null }];
  }

  #sign(): 'part' | 'section' | null {
    const before = this.at;
    while (this.#skip('§'));
    if (this.at > before) return 'section';
    if (this.#skipAny('section', 'sections')) return 'section';
    const isShort = this.#skipAny('sec', 'secs', 's');
    const isPart = !isShort && this.#skipAny('part', 'parts', 'pt', 'pts');
    if (!isShort && !isPart) return null;
    this.#skip('.');
    return isPart ? 'part' : 'section';
  }

  #paragraphs(): void {
    while (
      this.#word()?.text === '(' &&
      /^\w{1,6}$/.test(this.#word(1)?.text ?? '') &&
      this.#word(2)?.text === ')'
    )
      this.at += 3;
  }

  /** `107(a)(1)`, `1.401(k)-1` */
  #number(code: Code | null): string | null {
    const word = this.#word();
    if (!word || !/^\d/.test(word.text) || word.text.length > 30 || /[^\w.-]/.test(word.text)) return null;
    const form = code === 'usc' ? /^\d+[a-z]*(-\d+[a-z]*)*$/i : /^\d+[a-z]*([.-]\d+[a-z]*)*$/i;
    if (!form.test(word.text)) return null;
    this.at++;
    let number = word.text;
    const from = this.at;
    this.#paragraphs();
    const next = this.#word();
    if (
      number.includes('.') &&
      this.at > from &&
      next &&
      !next.isApart &&
      /^-\d+[a-z]*(-\d+[a-z]*)*$/i.test(next.text)
    ) {
      number +=
        this.#words
          .slice(from, this.at)
          .map(({ text }) => text)
          .join('') + next.text;
      this.at++;
      this.#paragraphs();
    }
    return number;
  }

  #numbers(code: Code | null, sign: 'part' | 'section' | null): Listed[] {
    const list: Listed[] = [];
    let isPart = sign === 'part';
    let start = this.#word()?.start ?? 0;
    let endsRange = false;
    let before = this.at;
    for (;;) {
      const number = this.#number(code);
      if (number === null || this.#isOther(list.length > 0)) {
        this.at = before;
        break;
      }
      if (endsRange) list.at(-1)!.upTo = number;
      else list.push({ number, start, isPart, upTo: null });
      before = this.at;
      const hadComma = this.#skip(',');
      const joint = ['and', 'or', '&', 'through', 'to'].find(word => this.#skip(word));
      if (!hadComma && joint === undefined) break;
      endsRange = joint === 'through' || joint === 'to';
      // A sign in front is no part of the citation, but a word is.
      start = this.#word()?.start ?? 0;
      const isWord = /^[a-z]/.test(this.#word()?.low ?? '');
      const own = this.#sign();
      if (!isWord) start = this.#word()?.start ?? 0;
      if (own) isPart = own === 'part';
      if (!/^\d/.test(this.#word()?.text ?? '')) {
        this.at = before;
        break;
      }
    }
    return list;
  }

  /** A number that begins another citation or counts something, or a year of an edition. */
  #isOther(isFurther: boolean): boolean {
    const next = this.#word();
    if (!next?.isApart) return false;
    return isFurther
      ? /^[A-Z]/.test(next.text) || /^(days?|months?|years?|percent)$/.test(next.low)
      : /^(comp|ed)$/.test(next.low);
  }

  #listOf(start: number, title: string, code: 'usc' | 'cfr'): Judged[] | null {
    const sign = this.#sign();
    const list = this.#numbers(code, sign);
    if (list.length === 0) return null;
    list[0]!.start = start;
    const appendix =
      code === 'cfr' && list.length === 1
        ? this.#tried(() => this.#appendixBehind(start, title, list[0]!.number))
        : null;
    return appendix ?? meanings(list, title, code);
  }

  /** `, subpart A, appendix II` behind a part. */
  #appendixBehind(start: number, title: string, part: string): Judged[] | null {
    this.#skip(',');
    const subpart = this.#skip('subpart') ? this.#word()?.text : undefined;
    if (subpart !== undefined) {
      this.at++;
      this.#skip(',');
    }
    const name = this.#appendixName();
    return name === null ? null : [appendix(start, title, part, subpart, name)];
  }

  /** `Appendix A`, `app. II` */
  #appendixName(): string | null {
    if (this.#skip('app')) this.#skip('.');
    else if (!this.#skipAny('appendix')) return null;
    const label = this.#word();
    if (!label || !/^(?:[ivxlc]+|[a-z]|\d{1,3})(?:-?\d+|-[a-z])?$/i.test(label.text)) return '';
    this.at++;
    return label.text.toUpperCase();
  }

  /** `Appendix A to 40 CFR part 60`, `appendix A to subpart B of part 60 of title 40` */
  #appendixOf(): Judged[] | null {
    const start = this.#word()!.start;
    const name = this.#appendixName();
    if (name === null) return null;
    this.#paragraphs();
    this.#skip(',');
    if (!this.#skipAny('to', 'of')) return null;
    let subpart: string | undefined;
    if (this.#skip('subpart')) {
      subpart = this.#word()?.text;
      this.at++;
      if (!this.#skipAny('of', 'to')) return null;
    }
    const first = this.#word();
    if (this.#isNumber(first, 3)) {
      this.at++;
      if (this.#code() !== 'cfr') return null;
      this.#skip(',');
      this.#sign();
      const part = this.#number('cfr');
      return part === null ? null : [appendix(start, first.text, part, subpart, name)];
    }
    if (this.#sign() !== 'part') return null;
    const part = this.#number('cfr');
    this.#skip(',');
    if (part === null || !this.#skip('of', 'title')) return null;
    const title = this.#word();
    if (!this.#isNumber(title, 2)) return null;
    this.at++;
    return [appendix(start, title.text, part, subpart, name)];
  }

  /** `section 106 of title 17, United States Code` */
  #bySection(): Judged[] | null {
    const start = this.#word()!.start;
    const sign = this.#sign();
    if (sign === null) return null;
    const list = this.#numbers(null, sign);
    if (list.length === 0) return null;
    list[0]!.start = start;
    this.#skip(',');
    if (this.#skip('of')) {
      if (this.#skipAny('chapter', 'subchapter')) {
        this.at++;
        this.#skip(',');
        this.#skipAny('of');
      }
    } else this.#skip('in');
    if (!this.#skip('title')) return this.#law(list[0]!, start);
    const title = this.#word();
    if (!this.#isNumber(title, 2)) return this.#law(list[0]!, start);
    this.at++;
    return this.#inTitle(list, title.text, sign);
  }

  #inTitle(list: readonly Listed[], title: string, sign: 'part' | 'section' | null): Judged[] | null {
    const from = this.at;
    this.#skip(',');
    this.#skip('of');
    this.#skip('the');
    const named = this.#code();
    if (named === null) {
      this.at = from;
      this.#skip(',');
      const next = this.#word(1)?.low ?? '';
      if (this.#word()?.low === 'of' && /^(the|such|this|that|said|an?)$/.test(next)) return null;
      this.at = from;
    }
    if (named !== null && named !== 'usc' && named !== 'cfr') return null;
    const code =
      named ?? (sign === 'part' || list.some(({ number }) => number.includes('.')) ? 'cfr' : 'usc');
    return meanings(list, `${Number(title)}`, code);
  }

  /** `title 17, section 106`, `Title 40 CFR part 52` */
  #byTitle(): Judged[] | null {
    const start = this.#word()!.start;
    if (!this.#skip('title')) return null;
    const title = this.#word();
    if (!this.#isNumber(title, 2)) return null;
    this.at++;
    this.#skip(',');
    this.#skip('of');
    this.#skip('the');
    const named = this.#code();
    this.#skip(',');
    const sign = this.#sign();
    if (sign === null || named === 'fr' || named === 'stat') return null;
    const list = this.#numbers(named, sign);
    if (list.length === 0) return null;
    list[0]!.start = start;
    const code =
      named ?? (sign === 'part' || list.some(({ number }) => number.includes('.')) ? 'cfr' : 'usc');
    return meanings(list, `${Number(title.text)}`, code);
  }

  /** `Pub. L. 94-553, § 101` @param section of the law, where its words stood before */
  #law(section: Listed | null = null, begun: number | null = null): Judged[] | null {
    if (section !== null) {
      for (
        let i = 0;
        i < 6 &&
        /^(title|subtitle|division|div|of|the|\.|,|[ivxlc]+|[a-z]|\d)$/.test(this.#word()?.low ?? '');
        i++
      )
        this.at++;
    }
    const start = begun ?? this.#word()?.start ?? 0;
    const isLaw =
      this.#skip('pub', '.', 'l', '.') ||
      this.#skip('pub', 'l', '.') ||
      this.#skip('pub', '.', 'law') ||
      this.#skip('public', 'law') ||
      this.#skip('public', 'laws') ||
      this.#skip('p', '.', 'l', '.') ||
      this.#skip('pl');
    if (!isLaw) return null;
    this.#skip(',');
    if (this.#skipAny('no', 'nos', 'number')) this.#skip('.');
    const [, congress, number] = /^(\d{1,3})-(\d{1,4})$/.exec(this.#word()?.text ?? '') ?? [];
    if (congress === undefined) return null;
    this.at++;
    const law = `/us/pl/${Number(congress)}/${Number(number)}`;
    const own = section?.number ?? this.#sectionOfLaw();
    if (own === null) return [{ start, kind: 'public_law', means: law, upTo: null }];
    const [first, last] = own.split('-');
    return [{ start, kind: 'public_law', means: `${law}/s${first}`, upTo: last ? `${law}/s${last}` : null }];
  }

  #sectionOfLaw(): string | null {
    const from = this.at;
    this.#skip(',');
    for (let i = 0; i < 3; i++) {
      if (!this.#skipAny('title', 'subtitle', 'division', 'div', 'tit')) break;
      this.#skip('.');
      this.at++;
      this.#skip(',');
    }
    const sign = this.#sign();
    const number = sign === 'section' ? this.#word() : undefined;
    if (number && /^\d{1,5}[a-z]{0,2}(-\d{1,5}[a-z]{0,2})?$/i.test(number.text)) {
      this.at++;
      this.#paragraphs();
      return number.text;
    }
    this.at = from;
    return null;
  }

  /** `FR Doc. 2018-09910`, `2018-09910` */
  #documentNumber(): Judged[] | null {
    const start = this.#word()!.start;
    const isCalled = this.#skip('fr', 'doc');
    if (isCalled) {
      this.#skip('.');
      if (this.#skip('no')) this.#skip('.');
      this.#skip(':');
    }
    const word = this.#word();
    const isNumber = isCalled
      ? /^[a-z]?\d{0,4}-(\d{1,4}-)?\d{1,6}$/i.test(word?.text ?? '')
      : /^((19|20)\d\d-\d{5}|[ercxz]\d-\d{3,6})$/i.test(word?.text ?? '') && this.#isClear(word!);
    if (!word || !isNumber) return null;
    const before =
      this.#words[this.at - 1]?.low === '.' ? this.#words[this.at - 2] : this.#words[this.at - 1];
    if (!isCalled && /^(nos?|number|docket|id|#)$/.test(before?.low ?? '')) return null;
    this.at++;
    return [{ start, kind: 'document', means: `/us/fr/${word.text}`, upTo: null }];
  }
}

const appendix = (
  start: number,
  title: string,
  part: string,
  subpart: string | undefined,
  name: string,
): Judged => ({
  start,
  kind: 'appendix',
  means: `/us/cfr/t${Number(title)}/p${part}${subpart ? `/sp${subpart.toUpperCase()}` : ''}/app${name}`,
  upTo: null,
});

function meanings(list: readonly Listed[], title: string, code: 'usc' | 'cfr'): Judged[] {
  const read: Judged[] = [];
  const hasDot = list[0]!.number.includes('.');
  for (const { number, start, isPart, upTo } of list) {
    if (read.length > 0 && hasDot && !number.includes('.') && !isPart) break;
    const [from, to] = upTo === null && !(code === 'cfr' && title === '41') ? ends(number) : [number, upTo];
    const ofPart = code === 'cfr' && !from.includes('.');
    const place = (one: string) => `/us/${code}/t${title}/${ofPart ? 'p' : 's'}${one}`;
    read.push({
      start,
      kind: ofPart ? 'part' : 'section',
      means: place(from),
      upTo: to === null ? null : place(to),
    });
  }
  return read;
}

/** `106-108` from 106 to 108; `300aa-1` is one section. */
function ends(number: string): [string, string | null] {
  const halves = number.split('-');
  const [first, last] = halves;
  if (halves.length !== 2 || !first || !last || first.includes('.') !== last.includes('.'))
    return [number, null];
  const [below, above] = [Number.parseFloat(first), Number.parseFloat(last)];
  const isAscending =
    Math.floor(above) > Math.floor(below) ||
    (Math.floor(above) === Math.floor(below) && afterDot(last) > afterDot(first));
  const isLettered =
    Math.floor(above) === Math.floor(below) &&
    !first.includes('.') &&
    last.toLowerCase() > first.toLowerCase();
  return isAscending || isLettered ? [first, last] : [number, null];
}

const afterDot = (number: string): number => Number.parseInt(number.split('.')[1] ?? '0', 10);
