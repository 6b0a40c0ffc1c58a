// OpenTelemetry's own settings, under its own names, as far as they decide whether and what is traced. The exporter reads
// the others by itself: headers, time-outs, compression, certificates, and how the service is named.
import { type Environment, readChoice, readHttpUrl, readText, SettingError } from "../process/environment.ts";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export interface TraceSettings {
  readonly sampler: (typeof SAMPLERS)[number];
  /** Of traces that begin here, for samplers by ratio. */
  readonly ratio: number;
}

function readRatio(env: Environment): number {
  const text = readText(env, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new SettingError("OTEL_TRACES_SAMPLER_ARG", `must be a number from 0 to 1, not "${text}".`);
}

/** OpenTelemetry reads such words in capitals, too. */
function says(env: Environment, variable: string, word: string): boolean {
  return readText(env, variable)?.toLowerCase() === word;
}

/** How to trace; null where no exporter is configured. @throws SettingError */
export function readTraceSettings(env: Environment): TraceSettings | null {
  const endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
  const isConfigured = endpoints
    .map((variable) => readHttpUrl(env, variable))
    .some((url) => url !== undefined);
  const isOff = says(env, "OTEL_SDK_DISABLED", "true") || says(env, "OTEL_TRACES_EXPORTER", "none");
  if (!isConfigured || isOff) return null;
  for (const variable of ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"])
    readChoice(env, variable, ["http/json"], "http/json");
  const sampler = readChoice(env, "OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on");
  return {
    sampler,
    // Other samplers have no use for it, and may be given with whatever another program takes there.
    ratio: sampler.endsWith("traceidratio") ? readRatio(env) : 1,
  };
}
