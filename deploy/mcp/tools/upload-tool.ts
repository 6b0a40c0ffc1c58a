// Uploads a file of the machine that the server runs on, out of folders that its user has named; never over HTTP, where
// the caller is somewhere else. A call that broke off goes on when it is made again.
import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { Type } from "typebox";
import { ClipmillError } from "../../../shared/client/node.ts";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";
import { defineTool, type Tool, type ToolCall } from "../tool.ts";

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

interface LocalFile {
  readonly path: string;
  /** Changes when the file does. */
  readonly version: string;
}

/** The file itself, wherever links lead. @throws ClipmillError INVALID_ARGUMENT */
async function localFile(folders: readonly string[], given: string): Promise<LocalFile> {
  const [base = "/"] = folders;
  const refused = new ClipmillError(
    "INVALID_ARGUMENT",
    `${given} is no file in one of the folders that may be uploaded from: ${folders.join(", ")}.`,
  );
  const path = await realpath(resolve(base, given)).catch(() => undefined);
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  if (path === undefined || !roots.some((root) => root !== undefined && isWithin(root, path))) throw refused;
  const found = await stat(path);
  if (!found.isFile()) throw refused;
  return { path, version: `${path} ${found.ino} ${found.size} ${found.mtimeMs}` };
}

/** Uploads that have begun, by the file's version. */
class BegunUploads {
  readonly #ids = new Map<string, string>();

  idOf({ version }: LocalFile): string | undefined {
    return this.#ids.get(version);
  }

  note({ version }: LocalFile, uploadId: string): void {
    this.#ids.set(version, uploadId);
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > MCP_LIMITS.rememberedUploads && oldest !== undefined) this.#ids.delete(oldest);
  }

  forget({ version }: LocalFile): void {
    this.#ids.delete(version);
  }
}

async function upload(begun: BegunUploads, file: LocalFile, { clipmill, signal, onProgress }: ToolCall) {
  const send = (resume: string | undefined) =>
    clipmill.upload(file.path, {
      resume,
      signal,
      onAnnounced: (uploadId) => begun.note(file, uploadId),
      onProgress: ({ sentBytes, totalBytes }) => onProgress((100 * sentBytes) / totalBytes, "Uploading"),
    });
  const resume = begun.idOf(file);
  try {
    return await send(resume);
  } catch (error) {
    // It has expired, or was removed meanwhile.
    if (resume === undefined || !(error instanceof ClipmillError) || error.code !== "NOT_FOUND") throw error;
    begun.forget(file);
    return send(undefined);
  }
}

/** The tool, for these folders. @param folders at least one, by their whole paths */
export function uploadTool(folders: readonly string[]): Tool {
  const begun = new BegunUploads();
  return defineTool({
    name: "upload_file",
    title: "Upload a file",
    description: `Uploads a video, a recording or an image of this machine, and returns the s3_key that other tools take as their source. Files lie in ${folders.join(", ")}. A call that broke off goes on where it was when it is made again.`,
    input: Type.Object(
      {
        path: Type.String({
          minLength: 1,
          maxLength: 4_096,
          description: "Path of the file, whole or within the first of the folders.",
        }),
      },
      { additionalProperties: false },
    ),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ path }, call) => {
      const { s3_key, filename, size_bytes, expires_at } = await upload(
        begun,
        await localFile(folders, path),
        call,
      );
      return { s3_key, filename, size_bytes, kept_until: expires_at };
    },
  });
}
