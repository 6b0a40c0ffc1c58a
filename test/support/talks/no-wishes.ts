// What a client wishes who asks for nothing.
import type { Wishes } from "../../../media-node/clips/wishes/wish-relevance.ts";

export const NO_WISHES: Wishes = {
  topic: null,
  title: null,
  named: { topic: new Set(), title: new Set() },
  telling: new Set(),
  avoided: { topic: null, features: null },
  features: null,
};
