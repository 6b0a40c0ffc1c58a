// Who is signed in. Everything that knows asks here; whatever learns that the session is over tells it here.
import type { SessionView } from "../../api-types/session.ts";
import { type ApiError, asApiError } from "../api/api-error.ts";
import { closeLive } from "../api/live.ts";
import { del, get, post, put, setCsrfToken, whenSignedOut } from "../api/request.ts";
import { navigate, place } from "./router.ts";
import { createStore, type Store, useStore } from "./store.ts";

export type SessionState =
  | { readonly kind: "asking" }
  | { readonly kind: "signedOut" }
  | { readonly kind: "signedIn"; readonly session: SessionView }
  /** The control plane could not say. */
  | { readonly kind: "unknown"; readonly error: ApiError };

export const sessionState: Store<SessionState> = createStore<SessionState>({ kind: "asking" });

/** Takes over a session that the server has given. */
export function enter(session: SessionView): void {
  setCsrfToken(session.csrf);
  sessionState.set({ kind: "signedIn", session });
}

function leave(): void {
  closeLive();
  setCsrfToken(undefined);
  sessionState.set({ kind: "signedOut" });
}

/** Asks the server who is signed in. */
export async function askForSession(): Promise<void> {
  try {
    enter(await get<SessionView>("/console/api/session"));
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status === 401) leave();
    else sessionState.set({ kind: "unknown", error });
  }
}

/** Back to signing in, and from there to where the reader was. */
function expire(): void {
  if (sessionState.get().kind !== "signedIn") return;
  leave();
  const { path, query } = place.get();
  const next = query.size === 0 ? path : `${path}?${query}`;
  navigate(`/sign-in?${new URLSearchParams({ expired: "1", next })}`, { replace: true });
}

/** Lets every call that finds no session end it here. Called once. */
export function startSession(): void {
  whenSignedOut(expire);
  void askForSession();
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** @throws ApiError */
export async function signIn(credentials: Credentials): Promise<void> {
  enter(await post<SessionView>("/console/api/session", credentials));
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
  await put("/console/api/session/account", { accountId });
  closeLive();
  await askForSession();
}

/** The session of what is shown to signed-in people alone. */
export function useSession(): SessionView {
  const state = useStore(sessionState);
  if (state.kind !== "signedIn") throw new Error("This part of the page needs a session.");
  return state.session;
}
