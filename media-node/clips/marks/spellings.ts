// How words are written that are neither in small letters nor begin with a capital: the network tells small letters, a capital
// and all capitals only. A short table of what is said often and means one thing; what is an English word besides ("ram",
// "mit", "swift") is not in it.

const SPELLINGS = new Map(
  (
    "JavaScript TypeScript CoffeeScript YouTube GitHub GitLab LinkedIn TikTok WhatsApp PayPal WordPress PlayStation " +
    "iPhone iPad iPod iOS macOS MacBook AirPods FaceTime eBay SpaceX OpenAI ChatGPT DeepMind HubSpot DevOps SaaS IoT " +
    "PostgreSQL MySQL SQLite GraphQL MongoDB NumPy PyTorch TensorFlow OAuth PhD " +
    "OK TV DVD USB GPS DIY VIP FAQ CEO CTO CFO USA UK BBC CNN FBI CIA NASA NBA NFL DNA HIV ADHD PTSD MRI " +
    "AI API URL HTML CSS SQL JSON YAML XML HTTP HTTPS SSH SSL TLS DNS CDN CLI SDK GPU CPU SSD PDF LLM GPT NLP UI UX AWS IBM GDPR"
  )
    .split(" ")
    .map((spelling) => [spelling.toLowerCase(), spelling]),
);
/** Written in small letters even where a sentence begins: "e.g.", "a.m.", "npm", and addresses. */
const SMALL = /^(?:e\.g|i\.e|a\.m|p\.m|npm)$/iu;
const ADDRESS =
  /^(?:www\.|https?:\/\/)|@\S+\.\p{L}|\.(?:com|org|net|io|dev|ai|app|co|uk|de|edu|gov|fm|tv|me)(?:\/\S*)?$/iu;
const POSSESSIVE = /^(.*?)(['’]\p{L}*)$/su;

/** "iPhone", "xG": whoever wrote the text knows how, and wrote it so. */
const BEGINS_SMALL = /^\p{Ll}.*\p{Lu}/su;

/** A word without the marks around it, and the ending that makes it a possessive or a contraction. */
function partsOf(core: string): { readonly stem: string; readonly ending: string } {
  const [, stem = core, ending = ""] = POSSESSIVE.exec(core) ?? [];
  return { stem, ending };
}

/** Whether a word keeps its letters even where a sentence begins. */
export function keepsLetters(core: string): boolean {
  const { stem } = partsOf(core);
  return [SMALL, ADDRESS, BEGINS_SMALL].some((kind) => kind.test(stem));
}

/** How a word without the marks around it is always written; undefined where that depends on what it means. */
export function spellingOf(core: string): string | undefined {
  const { stem, ending } = partsOf(core);
  const key = stem.toLowerCase();
  const spelling = SPELLINGS.get(key);
  if (spelling !== undefined) return spelling + ending;
  const singular = key.endsWith("s") ? SPELLINGS.get(key.slice(0, -1)) : undefined;
  return singular === undefined ? undefined : `${singular}s${ending}`;
}
