// The shape of the API's document: as much of OpenAPI 3.1 as it uses.

/** A JSON Schema as it stands in the document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export type OpenApiContent = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown; readonly examples?: unknown }>
>;

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: JsonSchema;
  readonly content?: OpenApiContent;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks: JsonSchema;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: JsonSchema;
    readonly headers: JsonSchema;
  };
}
