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

/** Reads a page of a list, or its last where the list is shorter by now. @throws ApiError */
export async function readPage<Item>(
  path: string,
  query: Query & { readonly page: number },
  signal: AbortSignal,
): Promise<List<Item>> {
  const { data, pagination } = await getReply<readonly Item[]>(path, { query, signal });
  const limit = Math.max(1, data.length);
  const whole = { total: data.length, nextPage: null, limit, currentPage: 1, totalPage: 1 };
  const list = { items: data, pagination: pagination ?? whole };
  const page = pageInstead(list);
  return page === undefined ? list : readPage(path, { ...query, page }, signal);
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

/** Keeps the place in such a list in the address, as `before`. */
export function useWalk(): Walk {
  const before = usePlace().query.get("before");
  const [walked, setWalked] = useState<WalkPlace>({ before, passed: [] });
  const place = placeAt(walked, before);
  const goTo = (to: WalkPlace): void => {
    setWalked(to);
    setQuery({ before: to.before });
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
