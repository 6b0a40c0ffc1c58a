// One request with its state: id, headers, body, caller, the tasks that it created. What few requests need (a body's stream,
// an abort signal) is made on demand, because a control plane spends most of its time on polls.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { Request, Response } from "hyper-express";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import type { Logger } from "../../shared/logger.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { type Admission, type Caller, RateLimited } from "../accounts/admission.ts";
import type { Session } from "../accounts/people/session.ts";
import type { SessionAdmission } from "../accounts/people/session-admission.ts";
import type { PromisedAnswer } from "../db/tasks/withdrawals.ts";
import { CreateAnswer } from "../tasks/create/create-answer.ts";
import { bodyStream } from "./body-stream.ts";
import { type ClientAddress, readForwardedFor } from "./client-address.ts";
import { ClientDisconnected } from "./client-disconnect.ts";
import { requireOwnPage } from "./cross-site.ts";
import type { FairLane } from "./fair-lane.ts";
import type { HttpMetrics } from "./http-metrics.ts";
import { isUnattendedRead } from "./page-headers.ts";
import type { PublicAddress } from "./public-address.ts";
import { framingProblem, hasBody, type UnclearFraming } from "./read-body.ts";
import type { Call } from "./route.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** What every exchange needs of its server. */
export interface ExchangeServices {
  readonly admission: Admission;
  readonly sessions: SessionAdmission;
  readonly clientAddress: ClientAddress;
  /** Whether x-forwarded-for is believed from anyone; otherwise only from trusted proxies. */
  readonly believesAnyone: boolean;
  readonly publicAddress: Pick<PublicAddress, "during" | "arrivalOf" | "refuseForeignHostName">;
  readonly lanes: Lanes;
  /** Withdraws tasks that a request may have created although its answer was not 201. */
  readonly withdraw: (taskId: string, answer: PromisedAnswer) => void;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  /** Called for every request that was counted for an account, whatever the answer. */
  readonly recordUsage: (accountId: string, method: string, path: string, durationMs: number) => void;
}

/** The lanes to the database for requests with a key: reads never delay charges. */
export interface Lanes {
  readonly reads: FairLane;
  readonly writes: FairLane;
  readonly creates: FairLane;
}

/** The route under which an exchange is measured, or the pattern for requests that no route takes. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Path prefix of the public API; other paths are pages for operators and people. */
export const API_PREFIX = "/api/v1/";
/** Path prefix of what only the console's pages call. */
export const CONSOLE_API_PREFIX = "/console/api/";

/** Lives from the head of the request to the last byte of its answer. */
export class Exchange implements Call {
  readonly requestId: string = randomUUID();
  readonly request: Request;
  readonly response: Response;
  readonly #services: ExchangeServices;
  readonly #forwardedFor: string | undefined;
  /** Why nobody can say where the body ends. */
  readonly framingProblem: UnclearFraming | undefined;
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
    this.framingProblem = framingProblem(request);
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
      this.response.once("abort", () => controller.abort(new ClientDisconnected()));
      if (this.response.completed) controller.abort(new ClientDisconnected());
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
    return this.#services.publicAddress.arrivalOf(this);
  }

  get stream(): Readable {
    this.#stream ??= bodyStream(this.request, this.response, hasBody(this.headers));
    return this.#stream;
  }

  get answer(): CreateAnswer {
    assert(this.#answer !== undefined, "Only a POST with a key has an answer to keep to.");
    return this.#answer;
  }

  /** Sets the deadline by which a create's statement must have begun; both times by the database's clock. */
  promiseAnswer(promisedAt: Date, by: Date): void {
    this.#answer = new CreateAnswer(promisedAt, by);
  }

  /** Withdraws the tasks that this call created, because its reply is not 201. */
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
          : sessions.admitCaller(secret, this.clientAddress, this.#isUse);
      const caller = await withTimeout(HTTP_LIMITS.replyTimeoutMs, admitted);
      this.#accountId = caller.accountId;
      return caller;
    } catch (error) {
      if (error instanceof RateLimited) this.#accountId = error.accountId;
      throw error;
    }
  }

  /** Admits the holder of the request's session. @throws AppError, see SessionAdmission; FORBIDDEN as above */
  async admitSession(): Promise<Session> {
    const { sessions } = this.#services;
    const admitted = sessions.admitSession(this.#ownSession(), this.clientAddress, this.#isUse);
    return withTimeout(HTTP_LIMITS.replyTimeoutMs, admitted);
  }

  /** The session of an admitted request as it is now. @throws AppError, see SessionAdmission */
  async readSessionAgain(): Promise<Session> {
    const read = this.#services.sessions.readAgain(this.#ownSession(), this.clientAddress);
    return withTimeout(HTTP_LIMITS.replyTimeoutMs, read);
  }

  /** Whether its session is used by it, which would have ended otherwise after a time. */
  get #isUse(): boolean {
    return !isUnattendedRead(this.request.method, this.headers);
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
