// Caption presets as the page reads them.

export interface CaptionPresetView {
  readonly name: string;
  readonly description: string;
}
