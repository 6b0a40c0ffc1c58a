// Shows how far a job is: a bar that redraws itself on a terminal, a line per ten percent elsewhere.

const BAR_WIDTH = 28;

export interface ProgressLine {
  update(percent: number, message: string): void;
  end(): void;
}

export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A line that is shown on `stream`. Percents are of 0 to 100; `end` goes to a new line on a terminal. */
export function createProgressLine(stream: ProgressStream): ProgressLine {
  let lastTenth = -1;
  return {
    update(percent, message) {
      const filled = Math.round((percent / 100) * BAR_WIDTH);
      const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
      const line = `${bar} ${String(Math.round(percent)).padStart(3)} %  ${message}`;
      const tenth = Math.floor(percent / 10);
      if (stream.isTTY) stream.write(`\r\u001b[2K${line}`);
      else if (tenth !== lastTenth) stream.write(`${line}\n`);
      lastTenth = tenth;
    },
    end: () => {
      if (stream.isTTY) stream.write("\n");
    },
  };
}
