// A storage in a bucket of its own, at the real S3 server of this process.
import { randomUUID } from "node:crypto";
import { S3Connection } from "../../../shared/storage/s3/s3-connection.ts";
import type { S3Settings } from "../../../shared/storage/s3/s3-settings.ts";
import { S3Storage } from "../../../shared/storage/s3/s3-storage.ts";
import type { S3Server } from "./s3-server.ts";
import { s3Server } from "./shared-s3-server.ts";

export interface TestBucket {
  readonly server: S3Server;
  readonly settings: S3Settings;
  readonly connection: S3Connection;
  readonly storage: S3Storage;
  /** The keys of all objects, and of uploads in parts that have not ended. */
  remains(): Promise<string[]>;
}

/** The storage after other settings than the usual ones, such as another endpoint. */
export async function bucketWith(
  settings: S3Settings,
): Promise<{ connection: S3Connection; storage: S3Storage }> {
  const connection = new S3Connection(settings);
  await connection.refreshKeys();
  return { connection, storage: new S3Storage(connection, 1_000) };
}

export async function testBucket(prefix = ""): Promise<TestBucket> {
  const server = await s3Server();
  const { accessKeyId, secretAccessKey } = server;
  const settings: S3Settings = {
    bucket: `test-${randomUUID()}`,
    prefix,
    endpoint: server.url,
    publicEndpoint: undefined,
    region: "us-east-1",
    pathStyle: true,
    credentials: { from: "settings", accessKeyId, secretAccessKey, sessionToken: undefined },
    caFile: undefined,
  };
  const { connection, storage } = await bucketWith(settings);
  const { client } = connection;
  const Bucket = settings.bucket;
  await client.createBucket({ Bucket });
  return {
    server,
    settings,
    connection,
    storage,
    remains: async () => {
      const objects = await client.listObjectsV2({ Bucket });
      const uploads = await client.listMultipartUploads({ Bucket });
      return [...(objects.Contents ?? []), ...(uploads.Uploads ?? [])].map(({ Key = "" }) => Key).sort();
    },
  };
}
