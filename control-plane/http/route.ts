// What a route is: data by which the server registers, admits and answers requests, and from which the API's document is
// made. A handler takes a call and returns a reply; it neither parses nor writes HTTP.
import type { Readable } from "node:stream";
import type { TSchema } from "typebox";
import type { ErrorCode } from "../../shared/errors.ts";
import type { Pagination } from "../../shared/pagination.ts";
import type { Caller } from "../accounts/admission.ts";
import type { Session, SessionRole } from "../accounts/people/session.ts";
import type { Scope } from "../accounts/scopes.ts";
import type { CreateAnswer } from "../tasks/create/create-answer.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS";

export interface Call {
  readonly requestId: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The address of the client, found by the rules for trusted proxies. */
  readonly clientAddress: string;
  /**
   * The address of the socket's other end where `clientAddress` may be no more than its claim; undefined where only trusted
   * proxies are believed.
   */
  readonly claimant: string | undefined;
  /** The address to which it was sent; without a slash at the end. */
  readonly arrivalUrl: string;
  /** The parsed JSON body of a route that takes one, an empty object where it may be missing and is; else undefined. */
  readonly body: unknown;
  /** The body as a stream of a route with `body: "stream"`; it ends early with an error when the client goes away. */
  readonly stream: Readable;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
  /** For routes that create tasks: the deadline of the answer, and the tasks that it stands for. */
  readonly answer: CreateAnswer;
}

/** One server-sent event; `data` is sent as JSON. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface EventsReply {
  readonly kind: "events";
  readonly status: 200;
  readonly events: AsyncIterable<ServerEvent>;
  /** Ends the events and frees their resources; called however the stream ends, possibly more than once. */
  readonly close: () => void;
  /** Between two comments that keep the connection. */
  readonly heartbeatMs: number;
}

export type Reply =
  | {
      readonly kind: "json";
      readonly status: number;
      readonly message: string;
      readonly data: unknown;
      /** Of lists with pages. */
      readonly pagination?: Pagination;
      /** Values of `set-cookie`. */
      readonly cookies?: readonly string[];
    }
  | {
      readonly kind: "text";
      readonly status: number;
      readonly contentType: string;
      readonly text: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cookies?: readonly string[];
    }
  | {
      /** Small content that is in memory already; HEAD and 304 send its head alone. */
      readonly kind: "bytes";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly content: Buffer;
    }
  | {
      readonly kind: "file";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly sizeBytes: number;
      /** Null for HEAD and 304, which tell its size alone. */
      readonly content: Readable | null;
    }
  | EventsReply;

/** What the published API document says of a route. The schemas are the ones that validate. */
export interface Operation {
  /** Unique, lower camel case, such as `createClipJob`. */
  readonly id: string;
  readonly tag: "Clipping" | "Generation" | "Catalogue" | "Account" | "Service";
  readonly summary: string;
  readonly description?: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly reply: {
    readonly status: number;
    /** Of `data` for JSON replies. */
    readonly schema: TSchema;
    /** Missing for JSON in the envelope. */
    readonly contentType?: string;
    /** Whether the envelope has `pagination`. */
    readonly paginated?: true;
  };
  /** Replies without a body that may come instead: their meaning by status. */
  readonly emptyReplies?: Readonly<Record<string, string>>;
  /** Beside those that every authenticated route may answer. */
  readonly errors: readonly ErrorCode[];
}

interface RouteShape {
  /** Missing only for routes outside the API, such as health pages. */
  readonly operation?: Operation;
  readonly method: Method;
  /** With `:name` placeholders, as usage statistics show it. A last `*` takes the rest of the path. */
  readonly path: string;
  readonly body: "none" | "json" | "optional-json" | "stream";
  /** Bound of a JSON body, if not the usual one. */
  readonly maxBodyBytes?: number;
  /** Whether it creates tasks. */
  readonly creates?: true;
}

export interface PublicRoute extends RouteShape {
  readonly access: "public";
  /** For routes that call other services; missing for the usual bound. */
  readonly replyTimeoutMs?: number;
  readonly handle: (call: Call) => Promise<Reply>;
}

export interface KeyRoute extends RouteShape {
  readonly access: "key";
  readonly scope: Scope;
  /**
   * Throws if what the path names is missing, since that is reported before faults of the body. Called only if the body
   * cannot be read; otherwise `handle` finds out by itself.
   */
  readonly requireTarget?: (call: Call, caller: Caller) => Promise<unknown>;
  readonly handle: (call: Call, caller: Caller) => Promise<Reply>;
}

/** A route of the console, for people who have signed in. */
export interface SessionRoute extends RouteShape {
  readonly access: "session";
  /** The role that the caller needs; `member` and `owner` refer to the session's account. */
  readonly role: SessionRole;
  readonly handle: (call: Call, session: Session) => Promise<Reply>;
}

export type Route = PublicRoute | KeyRoute | SessionRoute;

/** A success envelope: 200 for reads, 201 for creates. */
export function jsonReply(status: 200 | 201, message: string, data: unknown): Reply {
  return { kind: "json", status, message, data };
}

/** A page of a list. */
export function listReply(message: string, data: readonly unknown[], pagination: Pagination): Reply {
  return { kind: "json", status: 200, message, data, pagination };
}
