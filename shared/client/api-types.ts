// The API's types as the schemas have them that validate requests and write the API's document. The package that
// developers install has another file in this one's place, which is made from the same schemas (deploy/client): plain
// interfaces with each field's description, without the library of schemas.
import type { Static } from "typebox";
import type { NAMED_SCHEMAS, QUERY_SCHEMAS } from "../schemas/named-schemas.ts";

export type ApiTypes = {
  [Name in keyof typeof NAMED_SCHEMAS]: Static<(typeof NAMED_SCHEMAS)[Name]>;
};
export type QueryTypes = {
  [Name in keyof typeof QUERY_SCHEMAS]: Static<(typeof QUERY_SCHEMAS)[Name]>;
};

export type ClipRequest = ApiTypes["ClipRequest"];
export type SubtitleOptions = ApiTypes["SubtitleOptions"];
export type HighlightRequest = ApiTypes["HighlightRequest"];
export type TranscriptionRequest = ApiTypes["TranscriptionRequest"];
export type GenerationRequest = ApiTypes["GenerationRequest"];
export type RenderRequest = ApiTypes["RenderRequest"];
export type UploadRequest = ApiTypes["UploadRequest"];
export type Task = ApiTypes["Task"];
export type ListedTask = ApiTypes["ListedTask"];
export type TaskFailure = ApiTypes["TaskFailure"];
export type Progress = ApiTypes["Progress"];
export type Billing = ApiTypes["Billing"];
export type ResultItem = ApiTypes["ResultItem"];
export type WebhookDelivery = ApiTypes["WebhookDelivery"];
export type WebhookPayload = ApiTypes["WebhookPayload"];
export type ClipOutput = ApiTypes["ClipOutput"];
export type Clip = ApiTypes["Clip"];
export type ClipDetails = ApiTypes["ClipDetails"];
export type ClipWord = ApiTypes["ClipWord"];
export type ClipFraming = ApiTypes["ClipFraming"];
export type HighlightOutput = ApiTypes["HighlightOutput"];
export type TranscriptionOutput = ApiTypes["TranscriptionOutput"];
export type Caption = ApiTypes["Caption"];
export type AnnouncedUpload = ApiTypes["AnnouncedUpload"];
export type Upload = ApiTypes["Upload"];
export type DeletedUpload = ApiTypes["DeletedUpload"];
export type Model = ApiTypes["Model"];
export type InputSchema = ApiTypes["InputSchema"];
export type Template = ApiTypes["Template"];
export type Balance = ApiTypes["Balance"];
export type Usage = ApiTypes["Usage"];
export type Pagination = ApiTypes["Pagination"];
export type ErrorReply = ApiTypes["ErrorReply"];
export type ErrorBody = ApiTypes["ErrorBody"];

export type TaskListQuery = QueryTypes["TaskListQuery"];
export type JobListQuery = QueryTypes["JobListQuery"];
export type ClipQuery = QueryTypes["ClipQuery"];
export type TemplatesQuery = QueryTypes["TemplatesQuery"];
export type UsageQuery = QueryTypes["UsageQuery"];
