// A list that the server pages: the page's number and the filters stand in the address, so that a list can be sent as a
// link and the browser's back button does what it should.
import type { Pagination } from "../../../../shared/pagination.ts";
import { setQuery, usePlace } from "../app/router.ts";
import { getReply, type Query, withQuery } from "./request.ts";
import { type Resource, useResource } from "./use-resource.ts";

export interface List<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
}

export interface ListResource<Item> extends Resource<List<Item>> {
  readonly setPage: (page: number) => void;
}

/** Reads a page of a list. @param query filters besides `page`, such as `status` */
export function useList<Item>(path: string, query: Query = {}): ListResource<Item> {
  const page = Math.max(1, Number(usePlace().query.get("page") ?? 1) || 1);
  const key = withQuery(path, { ...query, page });
  const resource = useResource(key, async (signal) => {
    const { data, pagination } = await getReply<readonly Item[]>(key, { signal });
    const limit = Math.max(1, data.length);
    const whole = { total: data.length, nextPage: null, limit, currentPage: 1, totalPage: 1 };
    return { items: data, pagination: pagination ?? whole };
  });
  const setPage = (next: number): void => setQuery({ page: next === 1 ? null : String(next) });
  return { ...resource, setPage };
}
