// What the page says, in the language of its reader: the server hands the words over, so no sentence stands in these files.
import { WORDS } from "/words.js";

const numbers = new Intl.PluralRules(document.documentElement.lang);

/** The text of a key, such as "form.sending", with its {fields} put in; of a table of plurals the one for the field `count`. */
export function say(key, fields = {}) {
  const found = key.split(".").reduce((table, part) => table[part], WORDS);
  const text = typeof found === "string" ? found : (found[numbers.select(fields.count)] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
}
