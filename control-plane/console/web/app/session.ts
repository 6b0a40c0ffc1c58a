// Who is signed in. Everything that knows asks here; whatever learns that the session is over tells it here. The page of a
// session that is over stays, with all that was entered, behind a dialog that asks its person to sign in again
// (pages/entry/sign-in-again.tsx); its calls wait for that. Drafts in the browser's storage were rejected: other people of
// the same browser could read them, and each form would have to know which of its fields are secrets.
import type { SessionView } from "../../api-types/session.ts";
import { ApiError, asApiError } from "../api/api-error.ts";
import { closeLive, renewLive } from "../api/live.ts";
import {
  type CallKind,
  heldSession,
  holdSession,
  type PageSession,
  whenSessionDiffers,
} from "../api/page-session.ts";
import { pause } from "../api/pause.ts";
import { del, get, post, put, whenForbidden } from "../api/request.ts";
import { tellError } from "../ui/toast.tsx";
import { navigate, place } from "./router.ts";
import { createStore, type Store, useStore } from "./store.ts";

export type SessionState =
  | { readonly kind: "asking" }
  | { readonly kind: "signedOut" }
  /** `isOver`: the session has ended by itself, and its page waits for the next one. */
  | { readonly kind: "signedIn"; readonly session: SessionView; readonly isOver?: true }
  /** The control plane could not say. */
  | { readonly kind: "unknown"; readonly error: ApiError };

export const sessionState: Store<SessionState> = createStore<SessionState>({ kind: "asking" });

/** Who works for which account: what a page was read for, and is drawn for. */
export function whoseOf({ user, account }: Pick<SessionView, "user" | "account">): string {
  return `${user.id} ${account?.id ?? ""}`;
}

function hold({ csrf, user, account }: SessionView): void {
  holdSession({ csrf, userId: user.id, accountId: account?.id ?? null });
}

interface AwaitedSession {
  readonly promise: Promise<SessionView>;
  readonly resolve: (session: SessionView) => void;
  readonly reject: (error: ApiError) => void;
}

/** The session after one that is over, for which calls wait; undefined where none is over. */
let nextSession: AwaitedSession | undefined;

function awaitSession(): AwaitedSession {
  let resolve: AwaitedSession["resolve"] = () => undefined;
  let reject: AwaitedSession["reject"] = () => undefined;
  const promise = new Promise<SessionView>((onSession, onError) => {
    resolve = onSession;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** Takes over a session that the server has given. */
export function enter(session: SessionView): void {
  hold(session);
  sessionState.set({ kind: "signedIn", session });
  if (nextSession === undefined) return;
  renewLive();
  nextSession.resolve(session);
  nextSession = undefined;
}

function signedOutError(): ApiError {
  return new ApiError({ status: 401, code: "UNAUTHENTICATED", message: "You are signed out." });
}

function leave(): void {
  closeLive();
  holdSession(undefined);
  sessionState.set({ kind: "signedOut" });
  nextSession?.reject(signedOutError());
  nextSession = undefined;
}

/** Asks the server who is signed in. What is known stays where it cannot say: nothing that the page shows is lost. */
export async function askForSession(): Promise<void> {
  try {
    enter(await get<SessionView>("/console/api/session"));
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status === 401) leave();
    else if (sessionState.get().kind !== "signedIn") sessionState.set({ kind: "unknown", error });
  }
}

const RENEW_MS = 5_000;
let renewedAt = Number.NEGATIVE_INFINITY;

interface Adopted {
  /** For the account of before where the page was over for it. */
  readonly session: SessionView;
  readonly isNews: boolean;
  readonly isOtherUser: boolean;
}

/** Takes over a session that the browser has by now. Returns how it differs from what the page was drawn for. @throws ApiError */
async function adopt(found: SessionView): Promise<Adopted> {
  const before = sessionState.get();
  // Its reader has signed out meanwhile.
  if (before.kind !== "signedIn") return { session: found, isNews: false, isOtherUser: false };
  const isOtherUser = before.session.user.id !== found.user.id;
  const goesOn = before.isOver === true && !isOtherUser;
  const session = goesOn ? await withAccountOf(before.session, found) : found;
  const isNews = whoseOf(before.session) !== whoseOf(session);
  if (isNews) closeLive();
  enter(session);
  return { session, isNews, isOtherUser };
}

/** A new session, for the account of the one before where its person still belongs to that. @throws ApiError */
async function withAccountOf(before: SessionView, session: SessionView): Promise<SessionView> {
  const accountId = before.account?.id;
  const mayChoose = session.accounts.some(({ id }) => id === accountId);
  if (accountId === session.account?.id || !mayChoose) return session;
  hold(session);
  return put<SessionView>("/console/api/session/account", { accountId });
}

/**
 * Reads anew what the session may do, which others change: they approve or block its account, or take its person out of it.
 * What is known stays where that cannot be read.
 */
export function renewSession(): void {
  const now = performance.now();
  const state = sessionState.get();
  if (state.kind !== "signedIn" || (now - renewedAt < RENEW_MS && state.isOver !== true)) return;
  renewedAt = now;
  readSessionOnce()
    .then(adopt)
    .then(
      ({ isOtherUser, session }) => {
        if (isOtherUser) tellError(otherSession(`By now ${signedInAs(session)}.`));
      },
      (thrown: unknown) => (isUnauthenticated(thrown) ? expire() : undefined),
    )
    .catch(() => undefined);
}

/** Asks to sign in again, without the page being left. Resolves to the next session; rejects where somebody gives up on it. */
function expire(): Promise<SessionView> {
  const state = sessionState.get();
  if (nextSession !== undefined) return nextSession.promise;
  if (state.kind !== "signedIn") return Promise.reject(signedOutError());
  closeLive();
  nextSession = awaitSession();
  sessionState.set({ ...state, isOver: true });
  return nextSession.promise;
}

/** Leaves the page of a session that is over, and what was entered there: somebody else may sign in. */
export function giveUpSession(): void {
  leave();
  const { path, query } = place.get();
  const next = query.size === 0 ? path : `${path}?${query}`;
  navigate(`/sign-in?${new URLSearchParams({ next })}`, { replace: true });
}

/** A sign-in in another tab ends the session before, and its reply brings the next one a moment later. */
const NEXT_SESSION_MS = 1_000;

function isUnauthenticated(thrown: unknown): boolean {
  return asApiError(thrown).status === 401;
}

/** Reads the session that the browser has by now. @throws ApiError */
async function readSession(): Promise<SessionView> {
  const read = (): Promise<SessionView> => get<SessionView>("/console/api/session");
  try {
    return await read();
  } catch (thrown) {
    if (!isUnauthenticated(thrown)) throw thrown;
    await pause(NEXT_SESSION_MS);
    return read();
  }
}

let reading: Promise<SessionView> | undefined;

/** The same for all calls that find their session over at a time. @throws ApiError */
function readSessionOnce(): Promise<SessionView> {
  reading ??= readSession().finally(() => {
    reading = undefined;
  });
  return reading;
}

function signedInAs({ user, account }: SessionView): string {
  return `this browser is signed in as ${user.email}${account === null ? "" : ` for ${account.name}`}`;
}

function otherSession(message: string): ApiError {
  return new ApiError({ status: 0, code: "OTHER_SESSION", message });
}

function wordsFor(session: SessionView, { userId }: PageSession): string {
  if (session.user.id !== userId) return signedInAs(session);
  return session.account === null ? "you work for no account" : `you work for ${session.account.name}`;
}

/**
 * Takes over the session that the browser has by now; where it has none, this page's is over too, and its person is asked to
 * sign in again.
 * @throws ApiError where they do not, and where it is somebody else's, or for another account: what was meant for the one
 * before is not done there
 */
async function takeOver(
  former: PageSession,
  { isChange, isOwn, isSignOut = false }: CallKind,
): Promise<void> {
  const found = await readSessionOnce().catch((thrown: unknown) => {
    // Another one may have come meanwhile, such as after a new password.
    const isOver = isUnauthenticated(thrown) && heldSession()?.csrf === former.csrf;
    if (isOver && !isSignOut) return expire();
    throw thrown;
  });
  const { session, isNews } = await adopt(found);
  const isSameAccount = (session.account?.id ?? null) === former.accountId;
  if (heldSession() !== undefined && session.user.id === former.userId && (isOwn || isSameAccount)) return;
  const error = otherSession(
    `${isChange ? "Nothing was changed: by" : "By"} now ${wordsFor(session, former)}.`,
  );
  // The page that asked is drawn anew, and what it would show of the failure with it.
  if (isNews || isChange) tellError(error);
  throw error;
}

/** Lets every call that finds no session end it here, or that finds another one take it over. Called once. */
export function startSession(): void {
  whenForbidden(renewSession);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") renewSession();
  });
  window.addEventListener("focus", () => {
    // Its person may have signed in in another window.
    if (nextSession !== undefined) renewSession();
  });
  whenSessionDiffers(takeOver);
  void askForSession();
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Goes on with the page of a session that is over, where there is one. @throws ApiError */
export async function signIn(credentials: Credentials): Promise<void> {
  const session = await post<SessionView>("/console/api/session", credentials);
  if (nextSession === undefined) enter(session);
  else await adopt(session);
}

/** Of a session that has ended by itself, too. @throws ApiError */
export async function signOut(): Promise<void> {
  try {
    await del("/console/api/session");
  } catch (thrown) {
    if (asApiError(thrown).status !== 401) throw thrown;
  }
  leave();
  navigate("/sign-in");
}

/** Works for another of the user's accounts from now on. @throws ApiError */
export async function chooseAccount(accountId: string): Promise<void> {
  const session = await put<SessionView>("/console/api/session/account", { accountId });
  closeLive();
  enter(session);
}

/** The session of what is shown to signed-in people alone. */
export function useSession(): SessionView {
  const state = useStore(sessionState);
  if (state.kind !== "signedIn") throw new Error("This part of the page needs a session.");
  return state.session;
}
