// One bucket of an S3-compatible service: the SDK's client with our bounds, the keys below our prefix, and what each
// failed call means. Retries of single calls, with jitter and a budget for all of them, are the SDK's; whoever moves
// much retries parts.
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { S3, type S3ClientConfig } from "@aws-sdk/client-s3";
import { errorMessage } from "../../error-message.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import { SettingError } from "../../process/environment.ts";
import { type AccessKeys, credentialsProvider } from "./credentials.ts";
import { presign } from "./presign.ts";
import { classifyS3Error } from "./s3-errors.ts";
import type { S3Settings } from "./s3-settings.ts";
import { TimelyHttpAgent, TimelyHttpsAgent } from "./timely-agents.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** In place of the usual client. */
  readonly client?: S3;
}

export interface PresignedCall {
  readonly method: "GET" | "PUT";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expiresInS: number;
}

/** Of a request of the SDK's, where it goes. */
interface Addressed {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
}

const ANY_KEY = "key";

/** @throws SettingError */
function readCa(path: string): string[] {
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("-----BEGIN CERTIFICATE-----")) return [...rootCertificates, text];
  } catch (error) {
    const problem = errorMessage(error);
    throw new SettingError("CLIPMILL_S3_CA_FILE", `names a file that cannot be read: ${problem}.`);
  }
  throw new SettingError("CLIPMILL_S3_CA_FILE", `names a file without a PEM certificate: ${path}.`);
}

interface Agents {
  readonly httpAgent: TimelyHttpAgent;
  readonly httpsAgent: TimelyHttpsAgent;
}

/** @throws SettingError */
function agentsFor({ caFile }: S3Settings): Agents {
  const bounds = {
    keepAlive: true,
    maxSockets: S3_LIMITS.connections,
    autoSelectFamilyAttemptTimeout: S3_LIMITS.addressTimeoutMs,
  };
  return {
    httpAgent: new TimelyHttpAgent(bounds),
    httpsAgent: new TimelyHttpsAgent(caFile === undefined ? bounds : { ...bounds, ca: readCa(caFile) }),
  };
}

function clientConfig(settings: S3Settings, agents: Agents, socketTimeout: number): S3ClientConfig {
  const { endpoint, region, pathStyle } = settings;
  const credentials = credentialsProvider(settings.credentials);
  return {
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: S3_LIMITS.attempts,
    retryMode: "standard",
    followRegionRedirects: false,
    // Services that are not AWS's refuse checksums in trailers (aws-sdk-js-v3, issue 6810).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      socketTimeout,
      // Waits for a connection have the bound of their call.
      socketAcquisitionWarningTimeout: S3_LIMITS.partTimeoutMs,
      ...agents,
    },
  };
}

/**
 * Where a bucket's objects are, without the key: `https://host/bucket/` or `https://bucket.host/`. The SDK is asked, since
 * it decides by more than our settings: by the bucket's name, the region's domain, an endpoint that is an IP address, and
 * AWS's own variables. @throws SettingError
 */
async function bucketUrl(config: S3ClientConfig, bucket: string): Promise<URL> {
  const client = new S3(config);
  let found: URL | undefined;
  client.middlewareStack.add(
    () => (call) => {
      const { protocol, hostname, port, path } = call.request as Addressed;
      found = new URL(`${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}`);
      // Nothing is sent.
      return Promise.resolve({ response: undefined, output: { $metadata: {} } });
    },
    { step: "build", priority: "low" },
  );
  await client.headObject({ Bucket: bucket, Key: ANY_KEY }).catch((error: unknown) => {
    const problem = errorMessage(error);
    throw new SettingError("CLIPMILL_STORAGE", `names a bucket that can have no address: ${problem}`);
  });
  if (found === undefined) throw new Error("The SDK made no request.");
  found.pathname = found.pathname.slice(0, -ANY_KEY.length);
  return found;
}

/** One a process, for as long as that lives. */
export class S3Connection {
  readonly settings: S3Settings;
  readonly client: S3;
  /** For joins of parts, over the same connections: a service may say nothing for as long as a join takes. */
  readonly joiner: S3;
  /** For content that is sent. */
  readonly sender: S3;
  readonly #publicConfig: S3ClientConfig;
  #publicUrl: URL | undefined;
  #keys: AccessKeys | undefined;

  /** Connects to nothing yet. @throws SettingError */
  constructor(settings: S3Settings) {
    this.settings = settings;
    const agents = agentsFor(settings);
    this.client = new S3(clientConfig(settings, agents, S3_LIMITS.idleTimeoutMs));
    this.joiner = new S3(clientConfig(settings, agents, S3_LIMITS.joinTimeoutMs));
    this.sender = new S3(clientConfig(settings, agents, S3_LIMITS.sentTimeoutMs));
    const endpoint = settings.publicEndpoint ?? settings.endpoint;
    this.#publicConfig = clientConfig({ ...settings, endpoint }, agents, S3_LIMITS.idleTimeoutMs);
  }

  /** What names an object of ours to the service. */
  at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + key };
  }

  /** What our key is called here; undefined for what lies outside our prefix. */
  keyOf(name: string | undefined): string | undefined {
    const { prefix } = this.settings;
    return name?.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  }

  /** Makes a call under a bound. @throws what classifyS3Error says; the signal's reason on abort */
  async call<T>(
    make: (client: S3, signal: AbortSignal) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> {
    options.signal?.throwIfAborted();
    try {
      return await this.callAsItIs(make, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      throw classifyS3Error(error);
    }
  }

  /** The same, with the SDK's errors. */
  async callAsItIs<T>(
    make: (client: S3, signal: AbortSignal) => Promise<T>,
    { signal, timeoutMs = S3_LIMITS.callTimeoutMs, client = this.client }: CallOptions = {},
  ): Promise<T> {
    // A signal of AbortSignal.timeout would go on to break off the body of the answer.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      return await make(client, signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** By how much the service's clock is ahead of this machine's, where that is more than minutes. */
  clockOffsetMs(): number {
    return this.client.config.systemClockOffset;
  }

  /**
   * Gets the keys with which all is signed from here on. A file of them is read again, so that temporary ones can be
   * replaced beneath the process; an end by which the SDK would ask was rejected, since clocks are set back.
   * @throws where there are none; SettingError
   */
  async refreshKeys(): Promise<void> {
    const forceRefresh = this.settings.credentials.from === "file";
    const keys = await this.client.config.credentials({ forceRefresh });
    if (forceRefresh) {
      for (const other of [this.joiner, this.sender]) await other.config.credentials({ forceRefresh });
    }
    this.#publicUrl ??= await bucketUrl({ ...this.#publicConfig, credentials: keys }, this.settings.bucket);
    this.#keys = keys;
  }

  /** An address for clients; the keys must have been got before. */
  presign({ method, key, query = {}, headers = {}, expiresInS }: PresignedCall): string {
    const keys = this.#keys;
    const publicUrl = this.#publicUrl;
    if (keys === undefined || publicUrl === undefined)
      throw new Error("Addresses are signed before there are keys.");
    const url = new URL(publicUrl);
    url.pathname += this.settings.prefix + key;
    const { region } = this.settings;
    const now = new Date(Date.now() + this.clockOffsetMs());
    return presign({ method, url, query, headers, expiresInS, region, keys, now });
  }
}
