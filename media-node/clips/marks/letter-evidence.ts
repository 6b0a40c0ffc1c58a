// What a text's other uses of a word say about its letters. The network reads some twenty words to either side, so that a
// name could have a capital in one sentence and none in the next; a text is read at ease where it is written in one way.
//
// The numbers are a logistic regression's on 88 conversations with capitals (models/training/marks), in the network's unit.

/** That a word is said again at all: names are, and of the words that are not names the network is sure. */
const SAID_AGAIN = 1.5;
/** What the mean of its other uses counts beside its own log-odds. */
const OTHERS_WEIGHT = 0.4;
/** Beyond this, being surer changes nothing: one sure use does not outvote all others. */
const MAX_LOG_ODDS = 10;

const clamped = (logOdds: number): number => Math.min(MAX_LOG_ODDS, Math.max(-MAX_LOG_ODDS, logOdds));

/** What is one word: without case and what an apostrophe adds. */
function wordKey(core: string): string {
  return core.toLowerCase().replace(/['’].*$/su, "");
}

/**
 * The log-odds that each word has a capital, with what the others of its kind say; NaN stays what it is.
 * @param cores the words without the marks around them
 * @param logOdds of each by itself
 */
export function sharedLogOdds(cores: readonly string[], logOdds: Float64Array): Float64Array {
  const keys = cores.map(wordKey);
  const sums = new Map<string, { sum: number; uses: number }>();
  keys.forEach((key, index) => {
    const own = logOdds[index] ?? Number.NaN;
    if (Number.isNaN(own)) return;
    const { sum, uses } = sums.get(key) ?? { sum: 0, uses: 0 };
    sums.set(key, { sum: sum + clamped(own), uses: uses + 1 });
  });
  return logOdds.map((own, index) => {
    const { sum, uses } = sums.get(keys[index] ?? "") ?? { sum: 0, uses: 0 };
    if (uses < 2) return own;
    return own + SAID_AGAIN + (OTHERS_WEIGHT * (sum - clamped(own))) / (uses - 1);
  });
}
