// The settings of the control plane's servers: where they listen, how clients reach them, and whom they trust.
import { SECRET_LIMITS, TLS_LIMITS } from "../shared/limits/requests.ts";
import type { ListenAddress } from "../shared/network/listen-error.ts";
import { type Network, readNetworks } from "../shared/network/networks.ts";
import {
  type Environment,
  readBounded,
  readChoice,
  readList,
  readPort,
  readText,
  SettingError,
} from "../shared/process/environment.ts";
import { readCertificate, TLS_VERSIONS, type TlsSettings } from "./http/tls/certificate.ts";

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** Null where this plane speaks HTTP. */
  readonly tls: TlsSettings | null;
  /** How clients reach this plane; null means by host and port. */
  readonly publicUrl: string | null;
  /** Each is accepted in links; the first one signs them. */
  readonly secrets: readonly [string, ...string[]];
  /** Web pages that may call the API with keys. */
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly Network[] | null;
  /** Where the metrics are, apart from the public port; null leaves them there. */
  readonly metrics: ListenAddress | null;
}

/** The secrets of links. @throws SettingError */
export function readSecrets(env: Environment): readonly [string, ...string[]] {
  const [first, ...others] = (readText(env, "CLIPMILL_SECRET") ?? "").split(/[\s,]+/);
  if (first === undefined || first === "")
    throw new SettingError(
      "CLIPMILL_SECRET",
      `must be set: at least ${SECRET_LIMITS.minLength} random characters without spaces or commas, the same on every control plane.`,
    );
  if ([first, ...others].some((secret) => secret.length < SECRET_LIMITS.minLength))
    throw new SettingError(
      "CLIPMILL_SECRET",
      `must list secrets of at least ${SECRET_LIMITS.minLength} characters each, with commas or spaces between them.`,
    );
  return [first, ...others];
}

/** The certificate of HTTPS; null without one. @throws SettingError */
export function readTls(env: Environment): TlsSettings | null {
  const certFile = readText(env, "CLIPMILL_TLS_CERT_FILE");
  const keyFile = readText(env, "CLIPMILL_TLS_KEY_FILE");
  const passphraseFile = readText(env, "CLIPMILL_TLS_PASSPHRASE_FILE") ?? null;
  const minVersion = readChoice(env, "CLIPMILL_TLS_MIN_VERSION", TLS_VERSIONS, "1.2");
  const hstsSeconds = readBounded(env, "CLIPMILL_TLS_HSTS_SECONDS", TLS_LIMITS.hstsSeconds);
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined)
    throw new SettingError("CLIPMILL_TLS_CERT_FILE", "must be set beside CLIPMILL_TLS_KEY_FILE.");
  if (keyFile === undefined)
    throw new SettingError("CLIPMILL_TLS_KEY_FILE", "must be set beside CLIPMILL_TLS_CERT_FILE.");
  const settings = { certFile, keyFile, passphraseFile, minVersion, hstsSeconds };
  readCertificate(settings);
  return settings;
}

/** The proxies whose word on a client's address counts; null where any is believed. @throws SettingError */
export function readTrustedProxies(env: Environment): readonly Network[] | null {
  const proxies = readNetworks(env, "CLIPMILL_TRUSTED_PROXIES");
  return proxies.length === 0 ? null : proxies;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** The web pages that may call the API with keys. @throws SettingError */
export function readCorsOrigins(env: Environment): readonly string[] {
  const variable = "CLIPMILL_CORS_ORIGINS";
  const origins = readList(env, variable);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  const problem = `must list origins such as https://app.example.com, without a path and in lower case, not "${wrong}".`;
  throw new SettingError(variable, problem);
}

/** Where the metrics are, apart from the public port; null leaves them there. @throws SettingError */
export function readMetricsAddress(env: Environment): ListenAddress | null {
  if (readText(env, "CLIPMILL_METRICS_PORT") === undefined) return null;
  const own = readText(env, "CLIPMILL_METRICS_HOST");
  return {
    host: own ?? readText(env, "CLIPMILL_HOST") ?? "127.0.0.1",
    port: readPort(env, "CLIPMILL_METRICS_PORT", 0),
    settings: {
      host: own === undefined ? "CLIPMILL_HOST" : "CLIPMILL_METRICS_HOST",
      port: "CLIPMILL_METRICS_PORT",
    },
  };
}
