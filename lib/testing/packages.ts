import type { Context } from "@/lib/access/context";
import { createPackage } from "@/lib/library/writes/create-package";

/** A valid SKILL.md with this name. */
export const skillText = (name: string, body = "Do it.\n"): string =>
  `---\nname: ${name}\ndescription: Does the ${name} work. Use when somebody asks for it.\n---\n\n${body}`;

/** A real stored package: a draft at revision 1 with these files beside its SKILL.md. */
export async function aPackage(
  context: Context,
  overrides: {
    name: string;
    body?: string;
    files?: Record<string, string | Uint8Array>;
    publishNote?: string;
  },
): Promise<{ skillId: string; versionId: string | null }> {
  const { name, body, files = {}, publishNote } = overrides;
  const resources = Object.entries(files).map(([path, content]) =>
    typeof content === "string" ? { path, text: content } : { path, bytes: content },
  );
  const all = [{ path: "SKILL.md", text: skillText(name, body) }, ...resources];
  return context.db.$transaction((tx) =>
    createPackage(
      { ...context, db: tx },
      { name, files: all, ...(publishNote === undefined ? {} : { publishNote }) },
    ),
  );
}
