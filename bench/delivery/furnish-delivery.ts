import { createAddress } from "@/lib/addresses/commands/create-address";
import { createKey } from "@/lib/auth/commands/create-key";
import { database } from "@/lib/db/client";
import { aContext } from "@/lib/testing/contexts";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

/** What one machine of the agent comes with: paths below the server, and the header that lets it in. */
export type Machine = {
  /** Of the agent's delivery in the API. */
  manifest: string;
  authorization: string;
  /** Of its secret address, and of the repository there. */
  address: string;
  git: string;
};

const words = "the release notes say what changed for whom and why it matters to them before they ask".split(
  " ",
);

/** A text of about so many bytes, another one for each seed, that packs about as well as prose. */
function prose(seed: number, bytes: number): string {
  let state = seed + 1;
  let text = "";
  while (text.length < bytes) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const word = words[state % words.length] ?? "";
    text += state % 11 === 0 ? `${word}${state % 997}.\n` : `${word} `;
  }
  return `${text}\n`;
}

/** So many published skills of the size of real ones, one agent that has them all, and so many machines of it. */
export async function furnishDelivery(skills: number, machines: number): Promise<Machine[]> {
  const context = await aContext(database());
  const names = Array.from({ length: skills }, (_, at) => `skill-${String(at).padStart(3, "0")}`);
  for (const [at, name] of names.entries())
    await aPackage(context, {
      name,
      body: prose(at, 6_000),
      files: { "references/more.md": prose(at + 10_000, 4_000), "scripts/run.sh": "#!/bin/sh\necho done\n" },
      publishNote: "First",
    });
  const agent = await anAgentWith(context, names, "Desk");
  const made: Machine[] = [];
  for (let at = 0; at < machines; at += 1) {
    const name = `Machine ${at}`;
    const { key } = await createKey(context, { name, scopes: ["deliver"], agent });
    const { url, gitUrl } = await createAddress(context, { name, gives: { kind: "agent", agent } });
    made.push({
      manifest: `/api/v1/workspaces/${context.workspace.slug}/agents/${agent}/delivery`,
      authorization: `Bearer ${key}`,
      address: new URL(url).pathname,
      git: new URL(gitUrl).pathname,
    });
  }
  await database().$disconnect();
  return made;
}
