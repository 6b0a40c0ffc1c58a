// The body of every reply that is not a success, and the codes that it may carry.
import { Type } from "typebox";
import { ERRORS, type ErrorCode, isTaskErrorCode, type TaskErrorCode } from "../errors.ts";

export const TASK_ERROR_CODES: readonly TaskErrorCode[] = (Object.keys(ERRORS) as ErrorCode[]).filter(
  isTaskErrorCode,
);

export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: "Mirrors the HTTP status." }),
    message: Type.String({
      description: "For a person; it may change. Of a body that is wrong it tells the first of `details`.",
    }),
    code: Type.Enum(Object.keys(ERRORS) as ErrorCode[], {
      description: "Stable; programs decide by it.",
    }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({
            description: "JSON Pointer into the body, or `/name` of a query parameter.",
          }),
          message: Type.String({ description: "What is wrong there." }),
        }),
        { description: "What is wrong, field by field." },
      ),
    ),
    requestId: Type.Optional(
      Type.String({ description: "Of server errors: what to tell the operator. Also in x-request-id." }),
    ),
  },
  { description: "What went wrong." },
);

export const ErrorReply = Type.Object(
  { error: ErrorBody },
  { description: "Body of every reply that is not a success." },
);
