// A storage some of whose methods are the test's own: they fail, hang or count.
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";

export function storageWith(storage: ObjectStorage, methods: Partial<ObjectStorage>): ObjectStorage {
  return new Proxy(storage, {
    get(target, name: keyof ObjectStorage) {
      const own = methods[name] ?? target[name];
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
