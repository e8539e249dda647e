import type { Transform } from "node:stream";

export type BackupManifest = {
  at: string;
  secretFingerprint: string | null;
  holdsSecret: boolean;
  migrations: { name: string; checksum: string }[];
  tables: {
    name: string;
    columns: string[];
    appendOnly: boolean;
    rows: number;
    bytes: number;
    sha256: string;
  }[];
};

export function writeBackup(options: {
  ownerUrl: string;
  file: string;
  seal?: Transform | null;
  secret?: string | null;
  signal?: AbortSignal;
}): Promise<{ manifest: BackupManifest; fileBytes: number }>;
