// Loads the page of an address and draws it, with grey lines in its place until it is there. Then the focus goes to its
// heading, so that those who hear the page know where they are.
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/api-error.ts";
import { LinkButton } from "../ui/form/button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { EmptyState, ErrorState, Loading } from "../ui/state.tsx";
import type { PageEntry, PageProps } from "./page-entry.ts";
import { failLoading, noteLoaded, reloadOnReturn, reloadPage } from "./reload-page.ts";
import { hrefOf } from "./router.ts";
import { type SessionState, sessionState, whoseOf } from "./session.ts";
import { useStore } from "./store.ts";
import { setTitle } from "./title.ts";

interface Found {
  readonly page: PageEntry;
  readonly params: Readonly<Record<string, string>>;
}

type Drawn =
  | { readonly page: PageEntry; readonly Page: ComponentType<PageProps> }
  | { readonly error: ApiError };

function useLoadedPage(page: PageEntry | undefined): Drawn | undefined {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let isWanted = page !== undefined;
    page?.load().then(
      ({ default: Page }) => {
        noteLoaded("page");
        if (isWanted) setDrawn({ page, Page });
      },
      () => isWanted && setDrawn({ error: failLoading("page") }),
    );
    return () => {
      isWanted = false;
    };
  }, [page]);
  const isMissing = drawn !== undefined && "error" in drawn;
  useEffect(() => (isMissing ? reloadOnReturn() : undefined), [isMissing, page]);
  return drawn;
}

/** Whether it shows what the API would refuse for now. */
function isEarly({ role }: PageEntry, state: SessionState): boolean {
  return role === "approved" && state.kind === "signedIn" && state.session.account?.state === "PENDING";
}

function isAllowed({ role }: PageEntry, state: SessionState): boolean {
  if (role === "public") return true;
  if (state.kind !== "signedIn") return false;
  const { isOperator, account } = state.session;
  if (role === "operator") return isOperator;
  return role === "person" || account !== null;
}

function NotFound({
  title = "There is no such page",
  text = "The address may be mistyped, or the page has moved.",
}) {
  return (
    <>
      <PageHeader title={title} description={text} />
      <LinkButton href={hrefOf("/")}>Go to the overview</LinkButton>
    </>
  );
}

function Early({ page: { title } }: { page: PageEntry }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon="shield" title="Nothing to show yet">
        This page is there by itself once an operator has approved the account.
      </EmptyState>
    </>
  );
}

/** After another page was drawn: its title, the top of it, and the focus on its heading; not at the first load. */
function useArrival(page: PageEntry | undefined, isThere: boolean): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isThere) return;
    setTitle(page?.title ?? "Not found");
    if (!isFirst.current) {
      window.scrollTo(0, 0);
      const heading =
        document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
      heading?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [page, isThere]);
}

/** @param props.found undefined for an address that is no page */
export function PageOutlet({ found }: { found: Found | undefined }) {
  const state = useStore(sessionState);
  const allowed = found !== undefined && isAllowed(found.page, state);
  const isOpen = allowed && !isEarly(found.page, state);
  const drawn = useLoadedPage(isOpen ? found.page : undefined);
  const isThere = !isOpen || (drawn !== undefined && "Page" in drawn && drawn.page === found.page);
  useArrival(found?.page, isThere);
  if (found === undefined) return <NotFound />;
  if (!allowed) return <NotFound title="This page is not for you" text={refusalOf(found.page)} />;
  if (!isOpen) return <Early page={found.page} />;
  if (drawn === undefined) return <Loading />;
  if ("error" in drawn) return <ErrorState error={drawn.error} onRetry={() => void reloadPage()} />;
  // What was loaded last is the page before until this one's file is there.
  if (drawn.page !== found.page) return <Loading />;
  return <drawn.Page key={drawnFor(found.page, state)} params={found.params} />;
}

/** A page is drawn anew for another person or account: what it holds is the former one's. What is public is nobody's. */
function drawnFor({ role }: PageEntry, state: SessionState): string | undefined {
  return role === "public" || state.kind !== "signedIn" ? undefined : whoseOf(state.session);
}

function refusalOf({ role }: PageEntry): string {
  if (role === "operator") return "It is for operators of this appliance. Ask one of them if you need it.";
  return "It is about an account, and you work for none. Choose one in the overview, or ask an operator or an owner of one.";
}
