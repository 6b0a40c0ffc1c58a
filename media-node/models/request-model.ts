// How a model's files are asked for: model hubs answer for large files with a redirect to a storage host, and say on the
// way which size and hash the file has. Any address is allowed, unlike for sources of clients: the operator chooses it,
// and a mirror usually stands inside the company.
import { type Dispatcher, EnvHttpProxyAgent } from "undici";
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import type { FileRequest, FileResponse } from "../downloads/request-file.ts";
import { MODEL_FAILURES, modelFailure } from "./model-failure.ts";
import { ProxyPool } from "./proxy-pool.ts";

/** MODEL_LIMITS, and other numbers in tests. */
export type ModelLimits = Readonly<Record<keyof typeof MODEL_LIMITS, number>>;

/** What the hub said last of the file itself, also in a redirect. */
export interface Announced {
  sizeBytes: number | null;
  sha256: string | null;
}

/** Connections with our bounds; HTTP_PROXY, HTTPS_PROXY and NO_PROXY are heeded as everywhere on a machine. */
export function createModelDispatcher({
  connectTimeoutMs,
  idleTimeoutMs,
}: Pick<ModelLimits, "connectTimeoutMs" | "idleTimeoutMs">): Dispatcher {
  const connect = {
    timeout: connectTimeoutMs,
    autoSelectFamilyAttemptTimeout: MODEL_LIMITS.addressTimeoutMs,
  };
  return new EnvHttpProxyAgent({
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    connect,
    proxyTls: connect,
    requestTls: connect,
    // A proxy that does not answer is no better than a host that does not.
    clientFactory: (proxy, options) => new ProxyPool(proxy, { ...options, headersTimeout: connectTimeoutMs }),
  });
}

/** What all requests to a hub have in common; `announced` is filled in as answers come. */
export function hubRules(
  announced: Announced,
): Pick<FileRequest, "maxRedirects" | "judge" | "onResponse" | "failures"> {
  const onResponse = ({ header }: FileResponse): void => {
    announced.sizeBytes = sizeFrom(header("x-linked-size")) ?? announced.sizeBytes;
    announced.sha256 = hashFrom(header("x-linked-etag")) ?? announced.sha256;
  };
  return { maxRedirects: MODEL_LIMITS.redirects, judge: judgeHubUrl, onResponse, failures: MODEL_FAILURES };
}

/** @throws AppError UNAVAILABLE for a redirect to no web address, or from a protected to an unprotected one */
export function judgeHubUrl(location: string, from: URL | undefined): URL {
  if (from === undefined) return new URL(location);
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw modelFailure(`${from.href} redirects to an address that is none.`, { retryable: false });
  }
  if (from.protocol === "https:" && target.protocol === "http:") {
    throw modelFailure(`${from.href} redirects to an unprotected address, which is not followed.`, {
      retryable: false,
    });
  }
  return target;
}

function sizeFrom(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The hub's tag of a large file is its SHA-256; of a small one it is a Git hash, which says less. */
function hashFrom(text: string | undefined): string | null {
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(text ?? "")?.[1] ?? null;
}
