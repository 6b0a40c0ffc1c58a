// A storage some of whose methods are the test's own: they fail, hang or count.
import { BoundStorage } from "../../../shared/storage/bound-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";

export function storageWith(storage: ObjectStorage, methods: Partial<ObjectStorage>): ObjectStorage {
  const own: ObjectStorage = new Proxy(storage, {
    get(target, name: keyof ObjectStorage) {
      if (name === "boundTo") return (signal: AbortSignal) => new BoundStorage(own, signal);
      const method = methods[name] ?? target[name];
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
  return own;
}
