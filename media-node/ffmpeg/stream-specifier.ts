// How a stream of a source is named to ffmpeg: by its type and its place among those of that type. Indexes over all
// streams were rejected: ffprobe and ffmpeg may be of different years, and what only one of them takes for a stream, as
// the programme guide in a DVB recording, moves all that come after it.

export type VideoSpecifier = `v:${number}`;
export type AudioSpecifier = `a:${number}`;
export type SubtitleSpecifier = `s:${number}`;
