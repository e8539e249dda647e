import { readFile } from "node:fs/promises";
import path from "node:path";
import { jsonOrNull } from "@/lib/kernel/read-json";
import { ClientError, machineError, systemCode } from "./client-error";
import { type Lock, lockFileName, lockSchema } from "./lock-file";

/** The lock file of a folder; null where there is none. Throws for one that cannot be read or was damaged. */
export async function findLock(folder: string): Promise<Lock | null> {
  const place = path.join(folder, lockFileName);
  let text: string;
  try {
    text = await readFile(place, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw machineError(`${place} cannot be read`, error);
  }
  const parsed = lockSchema.safeParse(jsonOrNull(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? ` (${issue.path.join(".")}: ${issue.message})` : "";
  throw new ClientError(
    "machine",
    `${place} is damaged or of a newer release${where}. Bring it back from version control, or remove it and pull again.`,
  );
}
