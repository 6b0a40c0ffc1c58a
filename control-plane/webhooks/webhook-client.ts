// One attempt at a delivery: POSTs the payload to the receiver and tells how that went. Only the status of the answer
// counts. No redirect is followed. Connections are not kept for a next call: a receiver that closes an idle one just
// as it is used again would cost an attempt.
import { type Dispatcher, errors, request } from "undici";
import { errorCode } from "../../shared/error-message.ts";
import { AppError } from "../../shared/errors.ts";
import { joinSignals } from "../../shared/join-signals.ts";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import { createGuardedAgent } from "../../shared/network/guarded-agent.ts";
import type { NetworkPolicy } from "../../shared/network/network-safety.ts";
import type { Resolver } from "../../shared/network/resolve-name.ts";

const USER_AGENT = "Service-Developer-Webhooks/1.0";

/** How an attempt ended: by a 2xx, by another status, by the time bound, by the network, by our network rules. */
export const ATTEMPT_OUTCOMES = ["delivered", "rejected", "timed_out", "unreachable", "refused"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface AttemptResult {
  readonly outcome: AttemptOutcome;
  /** Null where no answer came. */
  readonly statusCode: number | null;
  /** One sentence for the receiver's owner; null when delivered. */
  readonly error: string | null;
}

export interface WebhookClient {
  /** Never rejects for what a receiver does. @throws the signal's reason when it fires first */
  post(
    url: string,
    body: string | Buffer,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<AttemptResult>;
  close(): Promise<void>;
}

const ERROR_SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The receiver's name has no address.",
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: "The receiver reset the connection.",
  UND_ERR_SOCKET: "The receiver closed the connection without an answer.",
};
const TIMEOUT_CODES = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "ETIMEDOUT",
  "ETIMEOUT",
]);

function codeOf(error: unknown): string {
  const code = errorCode(error) ?? "";
  return /^[A-Z0-9_]{1,60}$/.test(code) ? code : "UNKNOWN";
}

function noAnswer(outcome: AttemptOutcome, error: string): AttemptResult {
  return { outcome, statusCode: null, error: error.slice(0, WEBHOOK_LIMITS.errorLength) };
}

function describeFailure(error: unknown, timedOut: boolean, timeoutMs: number): AttemptResult {
  if (error instanceof AppError) return noAnswer("refused", error.message);
  // Its code says nothing to the receiver's owner, where it has one.
  if (error instanceof errors.HTTPParserError)
    return noAnswer("unreachable", "The receiver's answer is not valid HTTP.");
  const code = codeOf(error);
  if (timedOut || TIMEOUT_CODES.has(code))
    return noAnswer("timed_out", `The receiver did not answer within ${timeoutMs / 1_000} s.`);
  return noAnswer(
    "unreachable",
    ERROR_SENTENCES[code] ?? `No answer could be had from the receiver (${code}).`,
  );
}

function describeAnswer(statusCode: number): AttemptResult {
  if (statusCode >= 200 && statusCode < 300) return { outcome: "delivered", statusCode, error: null };
  const rule = statusCode >= 300 && statusCode < 400 ? ", and redirects are not followed" : "";
  return { outcome: "rejected", statusCode, error: `The receiver answered ${statusCode}${rule}.` };
}

/** Lets a short body end, so that the receiver can finish its answer, and cuts a long or slow one. */
async function discardBody(body: Dispatcher.ResponseData["body"]): Promise<void> {
  const signal = AbortSignal.timeout(WEBHOOK_LIMITS.answerBodyMs);
  // How the body ends, cut or whole, changes nothing: the status has been received.
  await body.dump({ limit: WEBHOOK_LIMITS.answerBytes, signal }).catch(() => undefined);
}

/** A client that calls only where the policy allows. Close it after use. */
export function createWebhookClient(options: {
  readonly networkPolicy: NetworkPolicy;
  readonly timeoutMs: number;
  readonly resolve?: Resolver | undefined;
}): WebhookClient {
  const { networkPolicy, timeoutMs, resolve } = options;
  const dispatcher = createGuardedAgent(networkPolicy, {
    resolve,
    connectTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
  });
  return {
    close: () => dispatcher.destroy(),
    async post(url, body, stopped, headers = {}) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const { signal, release } = joinSignals(timeout, stopped);
      try {
        const answer = await request(url, {
          dispatcher,
          method: "POST",
          body,
          reset: true,
          headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...headers },
          signal,
        });
        await discardBody(answer.body);
        return describeAnswer(answer.statusCode);
      } catch (error) {
        stopped.throwIfAborted();
        return describeFailure(error, timeout.aborted, timeoutMs);
      } finally {
        release();
      }
    },
  };
}
