// Every kind of storage that there is, for tests of what all of them keep to.
import { relative } from "node:path";
import type { TestContext } from "node:test";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { NO_S3_SERVER } from "../s3/s3-server.ts";
import { testBucket } from "../s3/test-bucket.ts";
import { emptyStorage, filesBelow } from "./file-storage.ts";

export interface TestStorage {
  readonly storage: ObjectStorage;
  /** The keys of all objects, and whatever else lies there. */
  remains(): Promise<string[]>;
}

interface StorageKind {
  readonly name: string;
  readonly skip: string | false;
  readonly make: (t: TestContext) => Promise<TestStorage>;
}

export const STORAGES: readonly StorageKind[] = [
  {
    name: "a folder",
    skip: false,
    make: async (t) => {
      const { root, storage } = await emptyStorage(t);
      return {
        storage,
        remains: async () => (await filesBelow(root)).map((path) => relative(root, path)).sort(),
      };
    },
  },
  { name: "a bucket", skip: NO_S3_SERVER, make: () => testBucket() },
];
