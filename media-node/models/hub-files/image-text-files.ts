// What the files of an image-text model in the model hub's layout must say: preprocessor_config.json and
// tokenizer_config.json. A folder is held to it when it is added, and again when the model is opened.
import { type Static, Type } from "typebox";
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";

const Edge = Type.Integer({ minimum: 1, maximum: SENSING_LIMITS.imageEdgePx });
const BothEdges = Type.Object({ height: Edge, width: Edge });
const Triple = Type.Tuple([Type.Number(), Type.Number(), Type.Number()], {
  minItems: 3,
  additionalItems: false,
});

/** The library's newer processors write null for what their class does not set. */
const Switch = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

const Preprocessor = Type.Object({
  size: Type.Union([Edge, Type.Object({ shortest_edge: Edge }), BothEdges]),
  crop_size: Type.Optional(Type.Union([Edge, BothEdges, Type.Null()])),
  do_center_crop: Switch,
  do_normalize: Switch,
  do_rescale: Switch,
  rescale_factor: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  image_mean: Triple,
  image_std: Triple,
});

const TokenizerConfig = Type.Object({
  model_max_length: Type.Optional(Type.Number({ minimum: 1 })),
  pad_token: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 100 }),
      Type.Object({ content: Type.String({ maxLength: 100 }) }),
      Type.Null(),
    ]),
  ),
});

export type ImageProcessor = Static<typeof Preprocessor>;

export const checkImageProcessor = compileSchema(Preprocessor);
export const checkTextTokenizer = compileSchema(TokenizerConfig);
