import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "../../../shared/errors.ts";
import { REEL_TEMPLATE_LIMITS } from "../../../shared/limits/highlights.ts";
import { compileInputSchema } from "../../../shared/schemas/input-schema.ts";
import { ReelTemplateDocument } from "../../../shared/schemas/reel-template.ts";
import {
  BUILT_IN_REEL_TEMPLATE_NAMES,
  BUILT_IN_REEL_TEMPLATES,
  completeReelTemplate,
  readReelTemplate,
} from "../../../shared/templates/reel-template.ts";

/** The paths that a document's refusal names. */
function refusedPaths(document: unknown): string[] {
  try {
    readReelTemplate(document);
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "INVALID_REQUEST");
    return (error.details ?? []).map(({ path }) => path).sort();
  }
  return [];
}

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Property>>;
}

function everyProperty(schema: Property, path = ""): [path: string, property: Property][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    [`${path}/${name}`, property] as [string, Property],
    ...everyProperty(property, `${path}/${name}`),
  ]);
}

const SCHEMA = JSON.parse(JSON.stringify(ReelTemplateDocument)) as Property;

test("the published schema gives every property a type and a description, and refers to nothing", () => {
  const properties = everyProperty(SCHEMA);
  assert.ok(properties.length > 30);
  for (const [path, { type, description }] of properties) {
    assert.equal(typeof type, "string", path);
    assert.ok((description ?? "").length > 5, path);
  }
  assert.ok(!JSON.stringify(SCHEMA).includes("$ref"));
});

test("the built-in templates satisfy the published schema as a client's input would", () => {
  const check = compileInputSchema(SCHEMA);
  assert.deepEqual(
    BUILT_IN_REEL_TEMPLATES.map(({ name }) => name),
    BUILT_IN_REEL_TEMPLATE_NAMES,
  );
  for (const { document } of BUILT_IN_REEL_TEMPLATES) assert.deepEqual(check(document), []);
});

test("the built-in templates differ in look, fonts, colours and transition", () => {
  const complete = BUILT_IN_REEL_TEMPLATES.map(({ document }) => completeReelTemplate(document));
  const different = (value: (template: (typeof complete)[number]) => unknown): number =>
    new Set(complete.map(value)).size;
  assert.equal(
    different(({ intro }) => intro?.look),
    4,
  );
  assert.equal(
    different(({ transition }) => transition.kind),
    4,
  );
  assert.equal(
    different(({ colors }) => colors.primary),
    4,
  );
  assert.equal(
    different(({ fonts }) => fonts.heading),
    4,
  );
});

test("an empty document is a whole template, filled in as the schema says", () => {
  const template = readReelTemplate({});
  assert.ok(template.intro !== null && template.lowerThird !== null && template.outro !== null);
  assert.deepEqual([template.logo, template.music], [null, null]);
  const properties = SCHEMA.properties ?? {};
  const standard = (group: string, name: string): unknown => properties[group]?.properties?.[name]?.default;
  assert.equal(template.colors.primary, standard("colors", "primary"));
  assert.equal(template.fonts.heading, standard("fonts", "heading"));
  assert.equal(template.intro.durationS, standard("intro", "duration_s"));
  assert.equal(template.outro.subtitle, standard("outro", "subtitle"));
  assert.equal(template.lowerThird.detail, standard("lower_third", "detail"));
  assert.equal(template.transition.kind, standard("transition", "kind"));
});

test("cards and lower thirds can be switched off", () => {
  const off = { enabled: false };
  const template = readReelTemplate({ intro: off, outro: off, lower_third: off });
  assert.deepEqual([template.intro, template.outro, template.lowerThird], [null, null, null]);
});

test("what is wrong with a document is named by its path", () => {
  const wrong = {
    colors: { primary: "red" },
    fonts: { heading: "Comic Sans" },
    intro: { look: "baroque", duration_s: 60 },
    lower_third: { title: "x".repeat(REEL_TEMPLATE_LIMITS.textLength + 1) },
    transition: { kind: "teleport" },
    music: {},
    surprise: true,
  };
  assert.deepEqual(refusedPaths(wrong), [
    "/colors/primary",
    "/fonts/heading",
    "/intro/duration_s",
    "/intro/look",
    "/lower_third/title",
    "/music/asset",
    "/surprise",
    "/transition/kind",
  ]);
});

test("a logo is a small image or an asset, and nothing that could name another file", () => {
  const refused = [
    "https://example.com/logo.png",
    "file:///etc/passwd",
    "data:image/svg+xml;base64,PHN2Zy8+",
    "data:image/png;base64,abc\"/><image href='x'",
    "assets/../tasks/other.png",
    "tasks/t1/clip.png",
    `data:image/png;base64,${"A".repeat(REEL_TEMPLATE_LIMITS.logoTextLength)}`,
  ];
  for (const image of refused) assert.deepEqual(refusedPaths({ logo: { image } }), ["/logo/image"], image);
  for (const image of ["assets/logo.png", "data:image/png;base64,iVBORw0KGgo="]) {
    assert.equal(readReelTemplate({ logo: { image } }).logo?.image, image);
  }
});
