import { createKey } from "@/lib/auth/commands/create-key";
import { database } from "@/lib/db/client";
import { aContext } from "@/lib/testing/contexts";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

/** A workspace with one skill and one agent: its address, and a key that writes, publishes and rehearses there. */
export async function furnishProgram(): Promise<[workspace: string, key: string]> {
  const context = await aContext(database());
  await aPackage(context, { name: "release-notes", publishNote: "First" });
  await anAgentWith(context, ["release-notes"], "Desk");
  const { key } = await createKey(context, {
    name: "Program",
    scopes: ["read", "write", "publish", "rehearse"],
  });
  await database().$disconnect();
  return [context.workspace.slug, key];
}
