import "server-only";
import path from "node:path";
import type { Context } from "@/lib/access/context";
import { isConfiguredWorkspace } from "@/lib/access/is-configured-workspace";
import { readConfigured } from "@/lib/access/read-configured";
import { readConfigurationFile, readDeclaredWorkspace } from "@/lib/platform/configuration";
import { parsePlaced } from "@/lib/platform/placed-yaml";

/** The text of the server's file, and what it is called. */
export type ConfiguredText = { text: string; file: string };

/**
 * The server's configuration file where it says something of sources, agents, policy or limits, and of this workspace: the one
 * that it names, else the first of the installation. Null otherwise; CONFLICT when the file cannot be used.
 */
export async function findConfiguredText(context: Context): Promise<ConfiguredText | null> {
  const found = readConfigured(context, readConfiguredText);
  if (!found) return null;
  const { workspace: named, ...configured } = found;
  return (await isConfiguredWorkspace(context, named)) ? configured : null;
}

/** The same of whichever workspace it is about; null where it says nothing of any. Throws ConfigurationError. */
export function readConfiguredText(): (ConfiguredText & { workspace: string | null }) | null {
  const { file, text } = readConfigurationFile();
  const { value } = parsePlaced(text ?? "", file);
  const declares =
    typeof value === "object" &&
    value !== null &&
    ["sources", "agents", "policy", "limits"].some((key) => key in value);
  if (text === null || !declares) return null;
  return { text, file: path.basename(file), workspace: readDeclaredWorkspace() };
}
