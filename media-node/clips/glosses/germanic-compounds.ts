// The English of words of Germanic languages that a gloss has only parts of: "Kundengespräch", "aufgebaut", "Möglichkeit". Of what
// they are about their parts say enough.

type English = (part: string) => string | undefined;

const MIN_PART = 4;
const MIN_START = 3;
/** Shorter ends are the end of many words. */
const MIN_SURE_END = 8;
/** What joins the parts of a compound: "Arbeitsmarkt", "verzekeringsmaatschappij". */
const LINK = /(?:s|n|en|es|e)$/u;
/** What stands before a verb and rarely changes what it is about, with "zu" behind it or without: "aufzubauen". */
const PREFIX = new RegExp(
  `^(?:${`gegenüber zusammen auseinander herunter hinunter herein hinein heraus hinaus herauf hinauf voraus zurück weiter
  wieder durch hinter unter fest fort nach rein raus rüber runter statt über wahr hoch frei klar los auf aus bei ein her hin
  mit teil um vor weg ent emp miss ver zer ab an be er zu achter binnen boven door mede mee neer onder ont open op over
  samen tegen terug toe uit voor voort vast aan af bij in na om`
    .split(/\s+/)
    .join("|")})(?:zu|te)?(?=\\p{L}{4})`,
  "u",
);
/** Endings that look like the end of a compound: "freundlich", "Lehrerinnen". */
const NO_PART = /^(?:lich|schaft|innen|ende|sten|heid|elijk|ingen)/u;
const MADE_OF =
  /(?:lichkeit|mäßig|schaft|weise|haft|heit|keit|lich|ung|los|bar|end|elijk|schap|heid|loos|baar|achtig|ing)(?:e|en|er|es|em)?$/u;
const WOMAN = /(?:innen|in)$/u;

/** "Freundlich" is of "Freund", "Entscheidung" of "entscheiden". */
function ofRoot(key: string, english: English): string | undefined {
  const root = key.replace(MADE_OF, "");
  if (root === key || root.length < MIN_PART) return undefined;
  return english(root) ?? english(`${root}en`) ?? english(root.replace(LINK, ""));
}

/** By the longest end that is known, behind a start that is accepted; undefined where there is none. */
function ofCompound(key: string, english: English, startOf: English): string | undefined {
  for (let at = MIN_START; at <= key.length - MIN_PART; at += 1) {
    const rest = key.slice(at);
    const end = NO_PART.test(rest) ? undefined : (english(rest) ?? english(rest.replace(PREFIX, "")));
    const start = end === undefined ? undefined : startOf(key.slice(0, at));
    if (start !== undefined) return `${start} ${end}`;
  }
  return undefined;
}

/** The English of a compound both of whose parts are known; undefined where they are not. */
export function ofKnownCompound(key: string, english: English): string | undefined {
  return ofCompound(key, english, (start) => english(start) ?? english(start.replace(LINK, "")));
}

/** "Wenn's", "haben's": behind a word of German "es" is one letter. */
const SHORT_IT = /^(\p{L}{2,})'s$/u;

/** As `ofKnownParts`; "es" that is written onto a word is "it". */
export function ofGermanParts(key: string, english: English): string | undefined {
  const [, word] = SHORT_IT.exec(key) ?? [];
  const known = word === undefined ? undefined : (english(word) ?? ofKnownParts(word, english));
  return known === undefined ? ofKnownParts(key, english) : `${known} it`;
}

/** The English of a German or Dutch word all of whose parts are known; undefined where they are not. */
export function ofKnownParts(key: string, english: English): string | undefined {
  if (key.length < MIN_START + MIN_START) return undefined;
  const verb = key.replace(PREFIX, "");
  return (
    english(key.replace(WOMAN, "")) ??
    (verb === key ? undefined : english(verb)) ??
    ofRoot(key, english) ??
    ofKnownCompound(key, english)
  );
}

/** The English of a compound with a start that may be as in English: "Softwareentwicklung". */
export function ofKnownEnd(key: string, english: English): string | undefined {
  const sure: English = (part) => (part.length >= MIN_SURE_END ? english(part) : undefined);
  return ofCompound(key, sure, (start) => (start.length >= MIN_PART ? start : undefined));
}
