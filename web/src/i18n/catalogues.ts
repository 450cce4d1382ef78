/**
 * Catalogues of words by language: the form that a number asks for, what is filled in, and the first language where
 * another lacks a key. JSON of the kind that i18next reads (`KEY_one`, `KEY_other`, `{{name}}`), in a page's worth of code.
 */

export type Params = Record<string, string | number>;
type Words = Record<string, string>;

export class Catalogues {
  language: string;
  private readonly words: Record<string, Words>;
  private readonly rules = new Map<string, Intl.PluralRules>();

  /** The words of the first language, to which all others fall back. */
  constructor(
    private readonly first: string,
    words: Words,
  ) {
    this.language = first;
    this.words = { [first]: { ...words } };
  }

  /** Add words of a language, in place of older ones. */
  add(language: string, words: Words): void {
    this.words[language] = { ...this.words[language], ...words };
  }

  /** All words of a language so far. */
  known(language: string): Words {
    return this.words[language] ?? {};
  }

  /**
   * The text of a key with its params filled in: `count` chooses the form, `context` a variant (`KEY_context`) where there is
   * one. Undefined if no language has the key.
   */
  text(key: string, params: Params = {}, context?: string): string | undefined {
    for (const language of this.language === this.first ? [this.first] : [this.language, this.first]) {
      const found = this.find(language, key, params, context);
      if (found !== undefined) return fill(found, params, language);
    }
    return undefined;
  }

  private find(language: string, key: string, params: Params, context: string | undefined): string | undefined {
    const words = this.words[language] ?? {};
    for (const name of context === undefined ? [key] : [`${key}_${context}`, key]) {
      for (const form of this.forms(language, params.count)) {
        const text = words[`${name}${form}`];
        if (text !== undefined) return text;
      }
    }
    return undefined;
  }

  /** The endings to look for, the most fitting first. */
  private forms(language: string, count: string | number | undefined): string[] {
    if (typeof count !== 'number') return [''];
    const form = this.pluralRules(language).select(count);
    return [...(count === 0 ? ['_zero'] : []), `_${form}`, '_other', ''];
  }

  private pluralRules(language: string): Intl.PluralRules {
    let rules = this.rules.get(language);
    if (!rules) {
      rules = new Intl.PluralRules(language === 'pseudo' ? this.first : language);
      this.rules.set(language, rules);
    }
    return rules;
  }
}

/** `{{name}}` is filled in once, so that a name is never taken for a pattern; `{{name, lower}}` in small letters. */
function fill(text: string, params: Params, language: string): string {
  return text.replace(/\{\{(\w+)(, lower)?\}\}/g, (whole, name: string, lower: string | undefined) => {
    const value = params[name];
    if (value === undefined) return whole;
    return lower ? String(value).toLocaleLowerCase(language === 'pseudo' ? 'en' : language) : String(value);
  });
}
