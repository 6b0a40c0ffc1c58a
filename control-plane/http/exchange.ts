// One request, and what its server knows of it: id, headers, body, who sent it, what it created. What few requests need (a
// body's stream, an abort signal) is made only when it is asked for: most requests are polls, and they are what a control
// plane spends its time on.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Request, Response } from "hyper-express";
import { inTime } from "../../shared/in-time.ts";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import type { Logger } from "../../shared/logger.ts";
import { type Admission, type Caller, RateLimited } from "../accounts/admission.ts";
import type { Session } from "../accounts/people/session.ts";
import type { SessionAdmission } from "../accounts/people/session-admission.ts";
import type { PromisedAnswer } from "../db/tasks/withdrawals.ts";
import { CreateAnswer } from "../tasks/create/create-answer.ts";
import { bodyStream } from "./body-stream.ts";
import { type ClientAddress, readForwardedFor } from "./client-address.ts";
import { ClientGone } from "./client-gone.ts";
import { requireOwnPage } from "./cross-site.ts";
import type { FairLane } from "./fair-lane.ts";
import type { HttpMetrics } from "./http-metrics.ts";
import type { PublicAddress } from "./public-address.ts";
import { hasBody } from "./read-body.ts";
import type { Call } from "./route.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** What every exchange needs of its server. */
export interface ExchangeServices {
  readonly admission: Admission;
  readonly sessions: SessionAdmission;
  readonly clientAddress: ClientAddress;
  /** Whether anyone's x-forwarded-for is believed, and not that of trusted proxies alone. */
  readonly believesAnyone: boolean;
  readonly address: Pick<PublicAddress, "during" | "arrivalOf" | "refuseStrangersName">;
  readonly lanes: Lanes;
  /** Undoes what a request may have created that was answered with something else. */
  readonly withdraw: (taskId: string, answer: PromisedAnswer) => void;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  /** Told of every request that was counted for an account, whatever it answered. */
  readonly recordUsage: (accountId: string, method: string, path: string, durationMs: number) => void;
}

/** The ways to the database for requests with a key: what only reads never stands before what charges. */
export interface Lanes {
  readonly reads: FairLane;
  readonly writes: FairLane;
  readonly creates: FairLane;
}

/** What an exchange is measured as: a route, or the pattern that took a request that no route takes. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Of all that clients call; the rest are pages for operators and people. */
export const API_PREFIX = "/api/v1/";
/** Of what the console's pages call beside that. */
export const CONSOLE_API_PREFIX = "/console/api/";

export class Exchange implements Call {
  readonly requestId: string = randomUUID();
  readonly request: Request;
  readonly response: Response;
  readonly #services: ExchangeServices;
  readonly #forwardedFor: string | undefined;
  #signal: AbortSignal | undefined;
  #stream: Readable | undefined;
  #accountId: string | undefined;
  #answer: CreateAnswer | undefined;
  body: unknown;

  constructor(services: ExchangeServices, request: Request, response: Response) {
    this.#services = services;
    this.request = request;
    this.response = response;
    this.#forwardedFor = readForwardedFor(request);
  }

  get path(): string {
    return this.request.path;
  }

  get query(): string {
    return this.request.path_query;
  }

  get params(): Readonly<Record<string, string>> {
    return this.request.path_parameters;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.request.headers;
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      this.response.once("abort", () => controller.abort(new ClientGone()));
      if (this.response.completed) controller.abort(new ClientGone());
      this.#signal = controller.signal;
    }
    return this.#signal;
  }

  /** The socket's other end. */
  get peer(): string {
    return this.request.ip;
  }

  get clientAddress(): string {
    return this.#services.clientAddress(this.request.ip, this.#forwardedFor);
  }

  get claimant(): string | undefined {
    return this.#services.believesAnyone ? this.request.ip : undefined;
  }

  get arrivalUrl(): string {
    return this.#services.address.arrivalOf(this);
  }

  get stream(): Readable {
    this.#stream ??= bodyStream(this.request, this.response, hasBody(this.headers));
    return this.#stream;
  }

  get answer(): CreateAnswer {
    assert(this.#answer !== undefined, "Only a POST with a key has an answer to keep to.");
    return this.#answer;
  }

  /** Sets the time by which what the call creates must have begun, both by the database's clock. */
  promiseAnswer(promisedAt: Date, by: Date): void {
    this.#answer = new CreateAnswer(promisedAt, by);
  }

  /** Withdraws the tasks that this call created, since its reply is another than that they are there. */
  refuseAnswer(): void {
    for (const taskId of this.#answer?.refuse() ?? []) {
      if (this.#answer !== undefined) this.#services.withdraw(taskId, this.#answer);
    }
  }

  /**
   * Admits the holder of the request's key, or of its session where it brings no key.
   * @throws AppError, see Admission and SessionAdmission; FORBIDDEN for what another site had a browser send
   */
  async admit(): Promise<Caller> {
    const key = this.headers["x-service-api-key"];
    const secret = key === undefined ? this.#ownSession() : undefined;
    const { admission, sessions } = this.#services;
    try {
      const admitted =
        secret === undefined
          ? admission.admit(key, this.clientAddress)
          : sessions.admitCaller(secret, this.clientAddress);
      const caller = await inTime(HTTP_LIMITS.replyTimeoutMs, admitted);
      this.#accountId = caller.accountId;
      return caller;
    } catch (error) {
      if (error instanceof RateLimited) this.#accountId = error.accountId;
      throw error;
    }
  }

  /** Admits the holder of the request's session. @throws AppError, see SessionAdmission; FORBIDDEN as above */
  async admitSession(): Promise<Session> {
    const admitted = this.#services.sessions.admitSession(this.#ownSession(), this.clientAddress);
    return inTime(HTTP_LIMITS.replyTimeoutMs, admitted);
  }

  /** The session of an admitted request as it is now. @throws AppError, see SessionAdmission */
  async readSessionAgain(): Promise<Session> {
    const read = this.#services.sessions.readAgain(this.#ownSession(), this.clientAddress);
    return inTime(HTTP_LIMITS.replyTimeoutMs, read);
  }

  /** What the browser carries for its session, of a request that one of our pages made. */
  #ownSession(): string | undefined {
    const secret = readSessionCookie(this.arrivalUrl, this.headers);
    if (secret !== undefined) requireOwnPage(this.request.method, this.headers, this.arrivalUrl, secret);
    return secret;
  }

  /** What the request created, or what its answer tells of. */
  get taskIds(): readonly string[] | undefined {
    return this.#answer?.taskIds();
  }

  /** The account that the request was counted for. */
  get accountId(): string | undefined {
    return this.#accountId;
  }
}
