// What models may compute on: ONNX Runtime's execution providers, by the names that CLIPMILL_EXECUTION_PROVIDERS has for
// them. It stands apart from the sessions, so that a command that only copies files does not load ONNX Runtime.

export const PROVIDER_NAMES = ["cuda", "webgpu", "cpu"] as const;
export type ExecutionProvider = (typeof PROVIDER_NAMES)[number];
export type DeviceProvider = Exclude<ExecutionProvider, "cpu">;
