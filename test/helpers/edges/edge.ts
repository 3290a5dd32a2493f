import type { RoutedRequest } from '../../../build/contract/routing/routes.ts';

/** A server or service in front of the tree, as the tests of all of them need it. */
export interface Edge {
  name: string;
  /** Why it cannot run on this machine; null where it can. */
  hindrance(): string | null;
  start(options: EdgeStart): Promise<RunningEdge>;
  /** A file server with a configuration of ours: it compresses by itself, and gives out the manifest. */
  isFileServer: boolean;
  /** It answers from the tree what has changed since a build. */
  tellsChanges?: boolean;
  /** Requests that the server refuses in its own way before any configuration is asked. */
  isRefused(request: RoutedRequest): boolean;
}

export interface EdgeStart {
  /** The tree. */
  dist: string;
  /** The shim; null where there is none. */
  origin: URL | null;
  /** More shims. */
  others?: readonly URL[];
}

export interface RunningEdge {
  /** Where it listens, without a path. */
  base: URL;
  stop(): Promise<void>;
}
