export type EmbeddedDatabase = {
  /** Connects as the app's role. */
  url: string;
  /** Connects as the role that owns the schema. */
  ownerUrl: string;
  port: number;
  pid: number;
  dir: string;
  reused: boolean;
  /** Resolves when the server ends before `stop`. */
  lost: Promise<void>;
  stop: () => Promise<void>;
};

export function startEmbedded(options: {
  dir: string;
  database?: string;
  log?: (message: string) => void;
  settings?: string[];
  port?: number;
  /** Who uses it, for others to read. */
  name?: string;
  /** Refuses to be the second launcher. */
  launcher?: boolean;
  /** Gives a start up that takes long. */
  signal?: AbortSignal;
}): Promise<EmbeddedDatabase>;
