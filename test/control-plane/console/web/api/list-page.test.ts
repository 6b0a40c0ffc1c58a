// Which page of a list is read, and what is shown meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../../../../../control-plane/console/web/api/api-error.ts";
import {
  chosenIn,
  dayIn,
  newerPlace,
  olderPlace,
  pageIn,
  pageInstead,
  pageOf,
  pageOfPlace,
  placeAt,
} from "../../../../../control-plane/console/web/api/list-page.ts";
import {
  failuresAfter,
  type ReadState,
  retryMsAfter,
  shownFor,
} from "../../../../../control-plane/console/web/api/read-state.ts";
import { paginate } from "../../../../../shared/pagination.ts";

test("an address that names no page means the first", () => {
  const pageOf = (text: string): number => pageIn(new URLSearchParams(text));
  assert.deepEqual(["", "page=1", "page=17"].map(pageOf), [1, 1, 17]);
  assert.deepEqual(
    ["page=", "page=0", "page=-2", "page=1.5", "page=abc", "page=1e99"].map(pageOf),
    [1, 1, 1, 1, 1, 1],
  );
});

test("an address that chooses what a filter does not have chooses all", () => {
  const query = new URLSearchParams(
    "status=failed&kind=nonsense&day=2026-02-03&since=yesterday&late=2026-02-30",
  );
  assert.equal(chosenIn(query, "status", ["queued", "failed"]), "failed");
  assert.equal(chosenIn(query, "kind", ["clip"]), "");
  assert.equal(chosenIn(query, "none", ["clip"]), "");
  assert.deepEqual(
    ["day", "since", "late", "none"].map((name) => dayIn(query, name)),
    ["2026-02-03", "", "", ""],
  );
});

test("in place of a page beyond the end, the last one is read", () => {
  const insteadOf = (page: number, total: number): number | undefined =>
    pageInstead({ items: [], pagination: paginate(total, { page, limit: 25 }) });
  assert.equal(insteadOf(3, 50), 2, "the third was emptied");
  assert.equal(insteadOf(900, 3_000), 120);
  assert.equal(insteadOf(1, 0), undefined, "nothing is there");
  assert.equal(insteadOf(2, 0), undefined);
  const { pagination } = { pagination: paginate(50, { page: 2, limit: 25 }) };
  assert.equal(pageInstead({ items: [1], pagination }), undefined);
});

test("a list that is there whole has pages, of which the last is shown for one beyond it", () => {
  const items = Array.from({ length: 60 }, (_, index) => index);
  const shown = (page: number, of: readonly number[] = items) => pageOf(of, { page, limit: 25 });
  assert.deepEqual(shown(2).items, items.slice(25, 50));
  assert.deepEqual(shown(2).pagination, paginate(60, { page: 2, limit: 25 }));
  assert.deepEqual([shown(9).items.length, shown(9).pagination.currentPage], [10, 3]);
  assert.deepEqual([shown(9, []).items.length, shown(9, []).pagination.currentPage], [0, 1]);
});

const FIRST = { before: null, passed: [] };

test("a list that nobody counts is walked through and back", () => {
  const third = olderPlace(olderPlace(FIRST, "a"), "b");
  assert.deepEqual([third.before, pageOfPlace(third)], ["b", 3]);
  const second = newerPlace(third);
  assert.deepEqual([second.before, pageOfPlace(second)], ["a", 2]);
  assert.deepEqual(newerPlace(second), FIRST);
  assert.equal(pageOfPlace(FIRST), 1);
});

test("asked twice for the next page while it is read, one goes one page further", () => {
  const second = olderPlace(FIRST, "a");
  assert.deepEqual(olderPlace(second, "a"), second);
});

test("whoever came by a link is told no page's number, and gets to the first", () => {
  const linked = olderPlace({ before: "x", passed: [] }, "y");
  assert.deepEqual([linked.before, pageOfPlace(linked)], ["y", undefined]);
  assert.equal(newerPlace(linked).before, "x");
  assert.deepEqual(newerPlace(newerPlace(linked)), FIRST);
});

test("whoever comes to a place by the browser is told no number of another way", () => {
  const third = olderPlace(olderPlace(FIRST, "a"), "b");
  assert.equal(pageOfPlace(placeAt(third, "b")), 3);
  const linked = placeAt(third, "x");
  assert.deepEqual([linked.before, pageOfPlace(linked)], ["x", undefined]);
  assert.equal(pageOfPlace(placeAt(third, null)), 1);
});

test("another filter, from which the list begins anew, leaves nothing of the way before", () => {
  const filtered = { ...olderPlace(olderPlace(FIRST, "a"), "b"), before: null };
  assert.deepEqual([pageOfPlace(filtered), pageOfPlace(olderPlace(filtered, "c"))], [1, 2]);
});

const READ: ReadState<string> = {
  key: "tasks page 1",
  family: "tasks",
  data: "page 1",
  error: undefined,
};

test("what was read of a list stays while another page of it is read, and is told to be old", () => {
  assert.deepEqual(shownFor(READ, "tasks page 1", "tasks"), {
    data: "page 1",
    error: undefined,
    isStale: false,
  });
  const next = shownFor(READ, "tasks page 2", "tasks");
  assert.deepEqual(next, { data: "page 1", error: undefined, isStale: true });
});

test("nothing of one thing is shown for another", () => {
  const none = { data: undefined, error: undefined, isStale: false };
  assert.deepEqual(shownFor(READ, "keys page 1", "keys"), none);
  assert.deepEqual(shownFor(READ, "tasks page 2", undefined), none);
  assert.deepEqual(shownFor({ ...READ, family: undefined }, "tasks page 2", undefined), none);
  assert.deepEqual(shownFor(READ, null, "tasks"), none);
  assert.deepEqual(shownFor({ ...READ, data: undefined }, "tasks page 2", "tasks"), none);
});

test("reads that fail for now are made again after 2 s, then twice as long, up to half a minute", () => {
  const waitsMs = [0, 1, 2, 3, 4, 5, 60].map(retryMsAfter);
  assert.deepEqual(waitsMs, [undefined, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  const busy = new ApiError({ status: 503, code: "UNAVAILABLE", message: "Busy." });
  const away = new ApiError({ status: 0, code: "NETWORK", message: "Away." });
  const wrong = new ApiError({ status: 404, code: "NOT_FOUND", message: "None." });
  const ofProxies = [502, 504].map(
    (status) =>
      new ApiError({ status, code: "UNAVAILABLE", message: `The control plane answered ${status}.` }),
  );
  assert.deepEqual(
    [busy, away, ...ofProxies, wrong, undefined].map(
      (error) => failuresAfter({ key: "page 1", count: 2 }, "page 1", error).count,
    ),
    [3, 3, 3, 3, 0, 0],
  );
  const another = failuresAfter({ key: "page 1", count: 5 }, "page 2", busy);
  assert.deepEqual(another, { key: "page 2", count: 1 }, "what is asked for now has failed once");
});
