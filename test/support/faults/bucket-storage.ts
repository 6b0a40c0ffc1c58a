// A bucket of a real S3 server as a bed's storage, behind a proxy that can take it away from everybody.
import { randomUUID } from "node:crypto";
import { S3Connection } from "../../../shared/storage/s3/s3-connection.ts";
import { readS3Settings } from "../../../shared/storage/s3/s3-settings.ts";
import { startTcpProxy } from "../network/tcp-proxy.ts";
import { startS3Server } from "../s3/s3-server.ts";
import { type BedStorage, TEMPORARY_FOLDER } from "./bed-storage.ts";

async function listKeys({ client }: S3Connection, bucket: string): Promise<string[]> {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = await client.listObjectsV2({ Bucket: bucket, ContinuationToken: after });
    for (const { Key = "" } of page.Contents ?? []) keys.push(Key);
    after = page.NextContinuationToken;
  } while (after !== undefined);
  return keys;
}

/** Uploads in parts that have not ended, as a folder would have them. */
async function listOpenUploads({ client }: S3Connection, bucket: string): Promise<string[]> {
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket });
  return Uploads.map(({ Key = "" }) => `${TEMPORARY_FOLDER}/${Key}`);
}

/**
 * With a server of its own.
 * @param before starts what processes reach the server by, in place of the proxy, and gives its address
 */
export async function startBucketStorage(
  before?: (serverUrl: string) => Promise<string>,
): Promise<BedStorage> {
  const server = await startS3Server();
  const proxy = before === undefined ? await startTcpProxy({ port: server.port }) : undefined;
  const endpoint = (await before?.(server.url)) ?? `http://127.0.0.1:${proxy?.port}`;
  const bucket = `faults-${randomUUID()}`;
  const location = `s3://${bucket}`;
  const env = {
    CLIPMILL_STORAGE: location,
    CLIPMILL_S3_ENDPOINT: endpoint,
    CLIPMILL_S3_ACCESS_KEY_ID: server.accessKeyId,
    CLIPMILL_S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  };
  // Past the proxy, for the account.
  const connection = new S3Connection(readS3Settings({ ...env, CLIPMILL_S3_ENDPOINT: server.url }, location));
  await connection.refreshKeys();
  await connection.client.createBucket({ Bucket: bucket });
  return {
    env,
    proxy,
    keys: async () => [
      ...(await listKeys(connection, bucket)),
      ...(await listOpenUploads(connection, bucket)),
    ],
    close: async () => {
      connection.client.destroy();
      await proxy?.close();
      await server.stop();
    },
  };
}
