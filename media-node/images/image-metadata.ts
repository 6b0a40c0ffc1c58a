// What a generated image's file says of itself, as an XMP packet (ISO 16684-1), which PNG, JPEG and WebP all carry in
// UTF-8: who made it and how, and by IPTC's word for it whether it is synthetic or a photograph that was enhanced, which
// others read too. EXIF was rejected: its texts are ASCII.
import { escapeXml } from "../../shared/escape-xml.ts";

export interface ImageOrigin {
  readonly model: string;
  readonly tier: string;
  /** Whether it is a client's image that was changed. */
  readonly isEnhanced: boolean;
  /** What the kind of model adds, such as the prompt and the seed. */
  readonly details: Readonly<Record<string, string | number>>;
}

const SOURCE_TYPES = "http://cv.iptc.org/newscodes/digitalsourcetype";

function element(name: string, value: string | number): string {
  return `   <clipmill:${name}>${escapeXml(String(value))}</clipmill:${name}>`;
}

/** The packet. Its description is the prompt, where there is one. */
export function imageXmp({ model, tier, isEnhanced, details }: ImageOrigin): string {
  const sourceType = `${SOURCE_TYPES}/${isEnhanced ? "algorithmicallyEnhanced" : "trainedAlgorithmicMedia"}`;
  const { prompt } = details;
  const description =
    prompt === undefined
      ? []
      : [
          `   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(String(prompt))}</rdf:li></rdf:Alt></dc:description>`,
        ];
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    '    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:iptc="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    '    xmlns:clipmill="urn:clipmill:generation:1">',
    "   <xmp:CreatorTool>Clipmill</xmp:CreatorTool>",
    `   <iptc:DigitalSourceType>${sourceType}</iptc:DigitalSourceType>`,
    ...description,
    ...Object.entries({ model, tier, ...details }).map(([name, value]) => element(name, value)),
    "  </rdf:Description>",
    " </rdf:RDF>",
    "</x:xmpmeta>",
    '<?xpacket end="w"?>',
  ].join("\n");
}
