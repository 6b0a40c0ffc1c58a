// Lists that the server pages: the page and the filters stand in the address, so that a list can be sent as a link and the
// browser's way back from one of its items leads to where it was. While another page or filter is read, what was read last
// stays.
import { useState } from "preact/hooks";
import { setQuery, usePlace } from "../app/router.ts";
import { asApiError } from "./api-error.ts";
import {
  type List,
  newerPlace,
  olderPlace,
  pageIn,
  pageInstead,
  pageOfPlace,
  placeAt,
  type WalkPlace,
} from "./list-page.ts";
import { get, getReply, type Query, withQuery } from "./request.ts";
import { type Resource, useResource } from "./use-resource.ts";

export interface ListResource<Item> extends Resource<List<Item>> {
  readonly setPage: (page: number) => void;
}

async function readList<Item>(path: string, query: Query, signal: AbortSignal): Promise<List<Item>> {
  const { data, pagination } = await getReply<readonly Item[]>(path, { query, signal });
  const limit = Math.max(1, data.length);
  const whole = { total: data.length, nextPage: null, limit, currentPage: 1, totalPage: 1 };
  return { items: data, pagination: pagination ?? whole };
}

/** Whether what was asked for is refused for its place in the list. */
function isAboutPlace(error: unknown, name: string): boolean {
  return asApiError(error).details.some(({ path }) => path === `/${name}`);
}

/**
 * Reads a page of a list: its last where the list is shorter by now; its first, in the address too, where that names one that
 * no list has.
 * @throws ApiError
 */
async function readPage<Item>(
  path: string,
  query: Query & { readonly page: number },
  signal: AbortSignal,
): Promise<List<Item>> {
  try {
    const list = await readList<Item>(path, query, signal);
    const page = pageInstead(list);
    return page === undefined ? list : await readPage(path, { ...query, page }, signal);
  } catch (error) {
    if (query.page === 1 || !isAboutPlace(error, "page")) throw error;
    setPage(1);
    return readPage(path, { ...query, page: 1 }, signal);
  }
}

/**
 * The same of a list whose pages have numbers up to a point, and are read by a cursor beyond it; without the cursor, in the
 * address too, where that is none. @throws ApiError
 */
export async function readDeepPage<Item>(
  path: string,
  query: Query & { readonly page: number; readonly cursor: string | null },
  signal: AbortSignal,
): Promise<List<Item>> {
  const { page, cursor, ...filters } = query;
  if (cursor === null) return readPage(path, { ...filters, page }, signal);
  try {
    return await readList<Item>(path, { ...filters, cursor }, signal);
  } catch (error) {
    if (!isAboutPlace(error, "cursor")) throw error;
    setQuery({ cursor: null });
    return readPage(path, { ...filters, page }, signal);
  }
}

/** Writes the page into the address, from which lists read it; the first one is left out there. */
export function setPage(page: number): void {
  setQuery({ page: page === 1 ? null : String(page) });
}

/** Reads a page of a list. @param query filters besides `page`, such as `status` */
export function useList<Item>(path: string, query: Query = {}): ListResource<Item> {
  const asked = { ...query, page: pageIn(usePlace().query) };
  const resource = useResource(withQuery(path, asked), (signal) => readPage<Item>(path, asked, signal), {
    family: path,
  });
  return { ...resource, setPage };
}

/** The way through a list that tells behind what its next page begins, and not how many there are. */
export interface Walk {
  /** Behind what this page begins; null for the first. */
  readonly before: string | null;
  /** Counted from 1; undefined for whoever came by a link. */
  readonly page: number | undefined;
  readonly older: (next: string) => void;
  readonly newer: () => void;
}

/** Keeps the place in such a list in the address. @param name of what it begins behind, in the address */
export function useWalk(name = "before"): Walk {
  const before = usePlace().query.get(name);
  const [walked, setWalked] = useState<WalkPlace>({ before, passed: [] });
  const place = placeAt(walked, before);
  const goTo = (to: WalkPlace): void => {
    setWalked(to);
    setQuery({ [name]: to.before });
  };
  return {
    before,
    page: pageOfPlace(place),
    older: (next) => goTo(olderPlace(place, next)),
    newer: () => goTo(newerPlace(place)),
  };
}

/** Reads a page of such a list; its first, in the address too, where that names a place which is none. @throws ApiError */
export async function readWalk<T>(
  path: string,
  query: Query & { readonly before: string | null },
  signal: AbortSignal,
): Promise<T> {
  try {
    return await get<T>(path, { query, signal });
  } catch (error) {
    if (query.before === null || asApiError(error).status !== 400) throw error;
    setQuery({ before: null });
    return get<T>(path, { query: { ...query, before: null }, signal });
  }
}
