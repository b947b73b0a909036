// Loaded into the service before it starts (`node --import`): measures the turns of its event loop between two messages.

/** The durations of the turns since "watch", in milliseconds. */
export interface Turns {
  /** CPU time of the longest turn: its duration on an otherwise idle machine. */
  readonly longest: number;
  /** The longest turn in wall-clock time. */
  readonly longestByClock: number;
  /** CPU time of all turns. */
  readonly sum: number;
}

let watching = false;
let turns = { longest: 0, longestByClock: 0, sum: 0 };
let last = { busy: 0, at: 0 };

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function turn(): void {
  const now = { busy: busyMs(), at: performance.now() };
  const took = now.busy - last.busy;
  turns = {
    longest: Math.max(turns.longest, took),
    longestByClock: Math.max(turns.longestByClock, now.at - last.at),
    sum: turns.sum + took,
  };
  last = now;
  if (watching) setImmediate(turn);
}

process.on("message", (message) => {
  if (message === "watch") {
    watching = true;
    last = { busy: busyMs(), at: performance.now() };
    turns = { longest: 0, longestByClock: 0, sum: 0 };
    setImmediate(turn);
    process.send!("watching");
  } else if (message === "report") {
    watching = false;
    process.send!(turns satisfies Turns);
  }
});
process.channel?.unref();
