// The health check of the images: asks the plane in its own container for a path, and ends with 1 unless it answers 200.
// Node runs this file by itself, without the loader, since it runs every ten seconds.
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";

const TIMEOUT_MS = 4_000;

const [path = "/healthz"] = process.argv.slice(2);
const { CLIPMILL_PORT: port = "8080", CLIPMILL_TLS_CERT_FILE: certificate = "" } = process.env;
const request = certificate === "" ? plainRequest : secureRequest;
// Whom the certificate is for does not matter to the container itself.
const options = { host: "127.0.0.1", port, path, timeout: TIMEOUT_MS, rejectUnauthorized: false };
const asked = request(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on("timeout", () => process.exit(1));
asked.on("error", () => process.exit(1));
asked.end();
