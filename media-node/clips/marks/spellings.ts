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

/** How a word without the marks around it is always written; undefined where that depends on what it means. */
export function spellingOf(core: string): string | undefined {
  if (SMALL.test(core) || ADDRESS.test(core)) return core;
  const [, stem = core, ending = ""] = POSSESSIVE.exec(core) ?? [];
  const key = stem.toLowerCase();
  const spelling = SPELLINGS.get(key);
  if (spelling !== undefined) return spelling + ending;
  const singular = key.endsWith("s") ? SPELLINGS.get(key.slice(0, -1)) : undefined;
  return singular === undefined ? undefined : `${singular}s${ending}`;
}
