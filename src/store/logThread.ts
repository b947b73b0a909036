// Runs in a thread of its own, see writeAheadLog.ts.
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const port = parentPort!;
const db = new DatabaseSync(workerData as string);
// Written back is what is safe in the log: first that, then the file, is seen to be on the disk.
db.exec("pragma synchronous = normal");

port.on("message", (order: "write back" | "end") => {
  if (order === "end") {
    db.close();
    port.close();
    return;
  }
  db.exec("pragma wal_checkpoint(passive)");
  port.postMessage("written back");
});
