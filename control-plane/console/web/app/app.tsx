// Who may see what: asks for the session, sends those without one to sign in, and draws the page of the address.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ApiError } from "../api/api-error.ts";
import { retryMsAfter } from "../api/read-state.ts";
import { whenSeenAfter } from "../api/when-seen.ts";
import { SignInAgain } from "../pages/entry/sign-in-again.tsx";
import { ErrorState, Loading } from "../ui/state.tsx";
import { Toasts } from "../ui/toast.tsx";
import { refuseDroppedFiles } from "./document/dropped-files.ts";
import { pressOnce } from "./document/held-keys.ts";
import { keepFocus } from "./document/keep-focus.ts";
import { watchAttendance } from "./document/watch-attendance.ts";
import { matchPath } from "./match-path.ts";
import { PageBoundary } from "./page-boundary.tsx";
import type { PageEntry } from "./page-entry.ts";
import { PageOutlet } from "./page-outlet.tsx";
import { PAGES } from "./pages.ts";
import { navigate, startRouter, usePlace } from "./router.ts";
import { askForSession, sessionState, startSession } from "./session.ts";
import { Shell } from "./shell.tsx";
import { useStore } from "./store.ts";
import { lightenPrints } from "./theme.ts";

startRouter();
watchAttendance();
startSession();
refuseDroppedFiles();
keepFocus();
pressOnce();
lightenPrints();

function isPublic(path: string): boolean {
  return pageOf(path)?.page.role === "public";
}

/** The page of an address; undefined where there is none. */
function pageOf(path: string): { page: PageEntry; params: Readonly<Record<string, string>> } | undefined {
  for (const page of PAGES) {
    const params = matchPath(page.path, path);
    if (params !== undefined) return { page, params };
  }
  return undefined;
}

/** In the place of everything while the control plane cannot say who is signed in. */
function Unknown({ error }: { error: ApiError }) {
  const tries = useRef(0);
  useEffect(() => {
    if (!error.isPassing) return undefined;
    tries.current += 1;
    return whenSeenAfter(retryMsAfter(tries.current) ?? 0, () => void askForSession());
  }, [error]);
  return (
    <main id="main">
      <ErrorState error={error} isRetried={error.isPassing} onRetry={() => void askForSession()} />
    </main>
  );
}

function Content(): ComponentChildren {
  const { path, query } = usePlace();
  const state = useStore(sessionState);
  const needsSignIn = state.kind === "signedOut" && !isPublic(path);
  useEffect(() => {
    if (!needsSignIn) return;
    const next = query.size === 0 ? path : `${path}?${query}`;
    navigate(next === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ next })}`, { replace: true });
  }, [needsSignIn, path, query]);
  const found = pageOf(path);
  const outlet = (
    <PageBoundary path={path}>
      <PageOutlet found={found} />
    </PageBoundary>
  );
  if (isPublic(path)) return outlet;
  if (state.kind === "signedIn") {
    return (
      <>
        <Shell>{outlet}</Shell>
        {state.isOver === true && <SignInAgain session={state.session} />}
      </>
    );
  }
  if (state.kind === "unknown") return <Unknown error={state.error} />;
  return <Loading lines={3} label="Opening the console" />;
}

export function App() {
  return (
    <>
      <Content />
      <Toasts />
    </>
  );
}
