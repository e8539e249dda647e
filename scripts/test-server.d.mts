import type { EmbeddedDatabase } from "./database/embedded-db.mjs";

export type TestServer = {
  baseUrl: string;
  /** The one-time link that claims this instance. */
  setupLink: string | null;
  /** Of the installation: what it sealed is opened with it. */
  secret: string;
  databaseUrl: string;
  ownerUrl: string;
  /** Where its `greenroom.yaml` lies. */
  dataFolder: string;
  /** Everything the server printed. */
  logFile: string;
  /** Ends the server outright, as `kill -9` does; its database stays. */
  kill: () => Promise<void>;
  /** Starts it again on the same address, database and data. */
  start: () => Promise<void>;
  /** Another server on the same database and public address, on a port of its own, until `stop`. */
  startBeside: () => Promise<{ baseUrl: string; kill: () => Promise<void> }>;
  /** Ends them all and removes what they stored. */
  stop: () => Promise<void>;
};

export function startTestServer(options?: {
  env?: Record<string, string>;
  onDisk?: boolean;
}): Promise<TestServer>;
/** In memory where there is room; `onDisk` for what measures a database as people have it. */
export function startTestCluster(options?: { onDisk?: boolean }): Promise<EmbeddedDatabase>;
