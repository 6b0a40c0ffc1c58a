// What a prompt wants left out: "not about crypto", "anything but sponsors", "no jokes or swearing". Read as its subject,
// such words would give what nobody wants. What denies something within a subject is a part of it: "how not to fail",
// "life without parole", "no-code tools", "how to avoid burnout"; so most of these words count only where a clause begins,
// or right behind what is asked for ("moments without swearing").
import { kindWordAt, MOMENTS } from "./moment-intents.ts";

export interface PartedPrompt {
  /** The prompt with blanks for what is to be left out. */
  readonly wanted: string;
  /** Each thing that is to be left out. */
  readonly avoided: readonly string[];
}

const ABOUT = "(?:\\s+(?:about|on|for|of|any|the|ones?|those|where|when|in which|they|he|she|talks?)\\b)*";
/** "Never give up", "don't talk to strangers" are said to people. */
const SHOWING =
  "(?:include|show|use|pick|want|need|give(?!\\s+(?:up|in)\\b)|cut|choose|clip|select|feature|mention|add|care|take|talk(?!\\s+(?:to|with|back)\\b)|like)";
/** "Nothing about it was easy" tells something. */
const WAS =
  "\\s+(?:it|this|that|him|them|(?:(?:his|her|their|my|our|your|its|the)\\s+)?[\\p{L}'-]+)\\s+(?:is|was|are|were|has|had|will|would|feels?|felt|seems?|seemed)\\b";
/** Wherever it stands. */
const ANYWHERE = [
  `(?<!\\b(?:it'?s|why|or|what'?s)\\s+)(?:but\\s+)?not\\s+(?:about|related to|regarding|involving|including|mentioning)`,
  `nothing\\s+(?:about|on|related to|regarding|to do with)(?!${WAS})`,
  `(?:everything|anything|all|things?|stuff)\\s+(?:but|besides)(?!\\s+not\\b)`,
  `(?:(?:everything|anything|all)\\s+)?(?:with the exception of|except(?:ing)?(?:\\s+for)?|excluding|other than|apart from|aside from)`,
  "but\\s+(?:not|no)(?!\\s+(?:only|just)\\b)",
  `(?:i|we)\\s+(?:don'?t|do not)\\s+(?:want|need|like|care)(?:\\s+to\\s+(?:see|hear|have))?`,
].join("|");
/** "No code", "no one", "no regrets": words of their own. */
const NO =
  "no(?!\\s+(?:code|one|way|matter|longer|shorter|more than|less than|doubt|brainers?|man|fault|contact|bake|shows?|go|deal|win|pain|to|regrets?|excuses?|worries|offen[cs]e)\\b)(?:\\s+more)?(?=\\s)";
/** Where a clause begins, or behind what is asked for. */
const BESIDE = `${NO}|(?<!\\bor\\s+)not(?!\\s+(?:only|just|necessarily|even|enough|for profit|safe|to)\\b)(?=\\s)|(?<!\\bor\\s+)without(?!\\s+(?:(?:a |any )?(?:doubts?|questions?|fail)|further ado)\\b)(?=\\s)|(?:less|fewer)(?!\\s+(?:is|than|likely)\\b)(?=\\s)|nothing(?=\\s+(?:too\\s+)?[a-z]+(?:al|ic|y|ous|ful|ive|ed|ing)\\s*(?:$|[,.;]))`;
/** The same in other languages, where a clause begins or behind moments: "ohne Politik", "momentos sin política", "tout sauf". */
const ELSEWHERE =
  "(?:(?:alles|todo|tout|tutto|tudo|wszystko|všechno|все|всё|усе)\\s+)?(?:ohne|außer|nichts? (?:über|von|mit)|bitte keine?|kein(?:e|en)?|excepto|menos|nada (?:de|sobre)|sans(?!\\s+serif)|sauf|pas de|rien sur|senza|tranne|niente|sem|exceto|zonder|behalve|geen|niet over|utan|uden|uten|bez|oprócz|kromě|без|кроме|крім|не про|только не)(?=\\s)";
const MOMENTS_ELSEWHERE =
  "(?<=(?:moment\\p{L}*|момент\\p{L}*|clips?|klip\\p{L}*|szenen|escenas|partes|scènes|passages|scene|parti|cenas|stukken|delen|stories|jokes?)\\s+(?:(?:funniest|surprising|emotional|controversial)\\s+)?)";
/** Where a sentence asks for it. */
const COMMANDS = `(?:never|don'?t|do not)\\s+${SHOWING}(?:\\s+me)?|(?:skip(?:\\s+over)?|avoid|exclude|omit|ignore|leave out|keep out(?!\\s+of\\b)|filter out|remove|stay away from|steer clear of)(?=\\s)`;

/** "… aber nichts über Honig", "bitte ohne Politik". */
const JOINED_ELSEWHERE =
  "(?<=(?:^|[^\\p{L}])(?:aber|bitte|mais|pero|però|ma|mas|maar|ale|men|но|але|por favor|per favore|s['’]il (?:te|vous) pla[iî]t|proszę)\\s+)";
/** "Sin" is English, but not before such words, or where the clause goes on so. */
const SIN =
  "sin(?=\\s+(?:(?:los|las|el|la|ni|nada|que|hablar|mencionar|tanta|tanto|mucha)(?!\\p{L})|\\p{L}*(?:[áéíóúñ]\\p{L}*|dad|encia|anza)(?!\\p{L})|\\p{L}+\\s+(?:ni|y)\\s))";
/** What shows that "evita" and "salta" command: "Evita la política", but not "Evita Perón", "Salta province". */
const BEFORE_AVOIDED =
  "(?=\\s+(?:el|l[ao]s?|il|gli|le|[ao]s?|que|che|di|de|hablar|mencionar|parlare|falar|temas?|tod[oa]s?|tutt[oiae]|ogni|cualquier|qualquer|politica|(?!per[oó]n(?!\\p{L}))\\p{L}*[áéíóúàèìòùãõç]\\p{L}*)(?!\\p{L}))";
/** "Évite la politique", "no hables de política", "lass die Werbung weg". */
const COMMANDS_ELSEWHERE = `(?:(?:evita|evite|salta)${BEFORE_AVOIDED}|vermeid(?:e|et|en sie)|überspring(?:e|t|en sie)|ignorier(?:e|t|en sie)|evitez|évite[sz]?|ignorez|exclu[sz]|excluez|retirez|enlève[zs]?|ne parle[zs]? pas (?:de|du|des)|omit[ae]|excluy[ea]|quita|no (?:hables?|incluyas?|incluya|pongas?|quiero)(?: (?:de|sobre|nada de))?|escludi|ometti|togli|non parlare di|exclua|omita|não (?:fale|inclua)(?: de| sobre)?|vermijd|negeer|sla over|unikaj|pomiń|избегай(?:те)?|исключи(?:те)?|не надо(?: про)?)(?=\\s)`;

const CLAUSE = "(?<=^\\W*|[,;:.!?()—–]\\s*|\\s-+\\s+|\\b(?:but|please|pls|just|also)\\s+)";
const JOINED = "(?<=\\b(?:and|or|with)\\s+)";
const REQUESTED = `(?<=\\b(?:${MOMENTS}|shorts|reels|videos?|content|ones)\\s+)`;
const CUE = new RegExp(
  `(?:${CLAUSE}|${MOMENTS_ELSEWHERE}|${JOINED_ELSEWHERE})(?:${ELSEWHERE}|${COMMANDS_ELSEWHERE}|${SIN})|(?:${MOMENTS_ELSEWHERE}|(?<=(?:^|[^\\p{L}])(?:pero|por favor)\\s+))sin(?=\\s)|\\b(?:${ANYWHERE})\\b${ABOUT}|(?:${CLAUSE}|${JOINED}|${REQUESTED})(?:${BESIDE})${ABOUT}|${CLAUSE}(?:${COMMANDS})${ABOUT}`,
  "giu",
);
/** "No Country for Old Men": all of a prompt that is one name. */
const NAME = /^\W*No\s+\p{Lu}[\p{Ll}']+(?:\s+(?:\p{Lu}[\p{Ll}']+|for|of|to|the))*\s+\p{Lu}[\p{Ll}']+\W*$/u;

/** Where what is left out may end; not with the stop of "U.S." or "Dr.". */
const BOUNDARY =
  /[;()—–\n]|(?<!\b(?:\p{L}\.\p{L}|dr|mrs?|ms|prof|st|vs))\.(?=\s|$)|[:!?](?=\s|$)|\s-+\s|,|\b(?:but|instead|please|pls|thanks?|only|just|rather|and|or|nor)\b/giu;
/** What follows asks for something, or leaves out something more. */
const ASKS_AGAIN = new RegExp(
  `^\\s*(?:and\\s+|but\\s+)?(?:${SHOWING}|find|focus|keep|prefer|more|only|just|make|no|not|without|nothing|never|don'?t|i|we)\\b`,
  "i",
);
/** A list goes on to its "or": ", intros or small talk". */
const LIST_GOES_ON =
  /^(?:\s*[\p{L}\p{N}'-]+(?:\s+[\p{L}\p{N}'-]+)?\s*,)*\s*[\p{L}\p{N}'-]+(?:\s+[\p{L}\p{N}'-]+)?,?\s+(?:or|nor)\s/u;

/** What editors leave out anyway. */
const HOUSEKEEPING =
  "(?:intros?|introductions?|outros?|sponsors?(?:hips?)?|sponsored|ads?|adverts?|advertis(?:ing|ements?)|commercials?|promos?|promotions?|plugs?|housekeeping|announcements?|small ?talk|fillers?|dead air|silences?|pauses?|greetings?|welcomes?|goodbyes?|credits?|boring|fluff)";
const ONLY_HOUSEKEEPING = new RegExp(
  `^(?:(?:the|any|all|long|of|from|and|segments?|reads?|breaks?|parts?|bits?|stuff|messages?|${HOUSEKEEPING})\\s*)+$`,
  "i",
);

function goesOn(mark: string, after: string): boolean {
  const next = after.trimStart();
  if (/^(?:or|nor)$/i.test(mark)) return !ASKS_AGAIN.test(after);
  if (/^and$/i.test(mark)) return !ASKS_AGAIN.test(after) && kindWordAt(next) === "";
  if (mark !== "," || ASKS_AGAIN.test(after)) return false;
  if (kindWordAt(next) !== "") return false;
  const [item = ""] = /^[^,;.:!?]*/.exec(next) ?? [];
  return /^(?:or|nor)\s/i.test(next) || ONLY_HOUSEKEEPING.test(item.trim()) || LIST_GOES_ON.test(after);
}

/** How many characters of what follows a cue are left out. */
function lengthOfScope(after: string): number {
  for (const { 0: mark, index } of after.matchAll(BOUNDARY)) {
    // "Anything but only": nothing is named yet.
    if (after.slice(0, index).trim() === "" && !/[;.:!?,]/.test(mark)) continue;
    if (!goesOn(mark, after.slice(index + mark.length))) return index;
  }
  return after.length;
}

function itemsOf(scope: string): string[] {
  return scope
    .split(/,\s|\s(?:or|nor|and)\s/i)
    .map((item) => item.replaceAll(/^[\s,]*(?:or|nor|and)\s|[\s,]+$/gi, "").trim())
    .filter((item) => item !== "" && !ONLY_HOUSEKEEPING.test(item));
}

/** Each is compared with all that is said: of a long list those at its end are one. */
const MAX_AVOIDED = 8;

function atMost(items: readonly string[]): readonly string[] {
  if (items.length <= MAX_AVOIDED) return items;
  return [...items.slice(0, MAX_AVOIDED - 1), items.slice(MAX_AVOIDED - 1).join(" ")];
}

/** Parts what a prompt wants from what it wants left out; announcements and the like are left out anyway. */
export function partAvoided(prompt: string): PartedPrompt {
  if (NAME.test(prompt)) return { wanted: prompt, avoided: [] };
  let wanted = prompt;
  const avoided: string[] = [];
  for (const { 0: cue, index } of prompt.matchAll(CUE)) {
    // Blanked with what an earlier one leaves out.
    if (wanted.slice(index, index + cue.length).trim() === "") continue;
    const from = index + cue.length;
    const after = prompt.slice(from);
    const end = from + lengthOfScope(after);
    if (after.slice(0, end - from).trim() === "") continue;
    avoided.push(...itemsOf(prompt.slice(from, end)));
    wanted = `${wanted.slice(0, index)}${" ".repeat(end - index)}${wanted.slice(end)}`;
  }
  return { wanted, avoided: atMost(avoided) };
}
