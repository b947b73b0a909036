import type { Request } from "./rpc.ts";
import type { Route } from "./route.ts";
import type { Server } from "./server.ts";

/** The context of a view: its route, its RPC client, and a signal that aborts when it is left. */
export interface ViewContext {
  readonly route: Route;
  readonly server: Server;
  readonly signal: AbortSignal;
  /** Sends a request and shows it beside the view. */
  readonly ask: (request: Request) => Promise<unknown>;
}
