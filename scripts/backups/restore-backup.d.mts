import type { packageDigest } from "../../lib/skills/digest";
import type { BackupManifest } from "./write-backup.mjs";

export function restoreBackup(options: {
  ownerUrl: string;
  file: string;
  readPassphrase: () => Promise<string | Buffer>;
  packageDigest: typeof packageDigest;
  acceptDamage?: boolean;
  log?: (message: string) => void;
}): Promise<{
  manifest: BackupManifest;
  secret: string | null;
  checked: { blobs: number; versions: number };
  damage: string[];
}>;
