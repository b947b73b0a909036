import type { Request } from "./rpc.ts";
import type { Route } from "./route.ts";
import type { Server } from "./server.ts";

/** What a view is given: where it is, whom it asks, and when it has gone. */
export interface ViewContext {
  readonly route: Route;
  readonly server: Server;
  readonly signal: AbortSignal;
  /** Asks, and shows the request beside the view. */
  readonly ask: (request: Request) => Promise<unknown>;
}
