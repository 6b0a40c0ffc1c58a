// What a process exports, read from its page as Prometheus reads it.
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_]\w*)="((?:[^"\\]|\\.)*)"/gi;

/** The samples of a page in Prometheus' text format. */
export function readSamples(text: string): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (line.startsWith("#") || name === undefined) continue;
    const pairs = [...labels.matchAll(LABEL)].map(([, label = "", text = ""]) => [label, text] as const);
    samples.push({
      name,
      labels: Object.fromEntries(pairs),
      value: Number(value?.replace("Inf", "Infinity")),
    });
  }
  return samples;
}

/** The value of the only sample of this name that has these labels; undefined where there is none. */
export function sampleOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  return readSamples(text).find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

export async function fetchMetrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { connection: "close" } })).text();
}
