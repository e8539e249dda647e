import "server-only";
import path from "node:path";
import type { Context } from "@/lib/access/context";
import { isConfiguredWorkspace } from "@/lib/access/is-configured-workspace";
import { AppError } from "@/lib/kernel/app-error";
import { readConfigurationFile, readSkillDirectories } from "@/lib/platform/configuration";
import { ConfigurationError, parsePlaced } from "@/lib/platform/placed-yaml";

/** The text of the server's file, and what it is called. */
export type ConfiguredText = { text: string; file: string };

/**
 * The server's configuration file where it says something of sources, agents, policy or limits, and of this workspace: the one
 * that it names, else the first of the installation. Null otherwise; CONFLICT when the file cannot be used.
 */
export async function findConfiguredText(context: Context): Promise<ConfiguredText | null> {
  const found = readFor(context);
  if (!found) return null;
  const { workspace: named, ...configured } = found;
  return (await isConfiguredWorkspace(context, named)) ? configured : null;
}

/** What is wrong with the server's own file, and where it lies, is told to its operators alone. */
function readFor({ actor }: Context): ReturnType<typeof readConfiguredText> {
  try {
    return readConfiguredText();
  } catch (error) {
    if (actor.isOperator || !(error instanceof AppError)) throw error;
    const words =
      "The server's configuration file cannot be used. Its operators find the reason on this page.";
    throw new AppError("CONFLICT", words, { cause: error });
  }
}

/** The same of whichever workspace it is about; null where it says nothing of any. */
export function readConfiguredText(): (ConfiguredText & { workspace: string | null }) | null {
  try {
    const { file, text } = readConfigurationFile();
    const { value } = parsePlaced(text ?? "", file);
    const declares =
      typeof value === "object" &&
      value !== null &&
      ["sources", "agents", "policy", "limits"].some((key) => key in value);
    if (text === null || !declares) return null;
    return { text, file: path.basename(file), workspace: readSkillDirectories().workspace };
  } catch (error) {
    if (error instanceof ConfigurationError) throw new AppError("CONFLICT", error.message, { cause: error });
    throw error;
  }
}
