export type EmbeddedDatabase = {
  /** Connects as the app's role. */
  url: string;
  /** Connects as the role that owns the schema. */
  ownerUrl: string;
  port: number;
  pid: number;
  dir: string;
  reused: boolean;
  stop: () => Promise<void>;
};

export function startEmbedded(options: {
  dir: string;
  database?: string;
  log?: (message: string) => void;
  settings?: string[];
  port?: number;
}): Promise<EmbeddedDatabase>;
