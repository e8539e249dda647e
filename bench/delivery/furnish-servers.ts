import { randomBytes } from "node:crypto";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { createKey } from "@/lib/auth/commands/create-key";
import { database } from "@/lib/db/client";
import { sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

export type Furnished = {
  /** Of somebody who may do everything in the workspace. */
  cookie: string;
  /** The workspace in the API. */
  home: string;
  /** A skill with one version, and what its next one says. */
  skill: { name: string; next: string };
  manifest: string;
  key: { id: string; authorization: string };
  address: Address;
  /** Another one of the same agent, to be revoked. */
  spare: Address;
};
type Address = { id: string; path: string; git: string };

const MiB = 1024 * 1024;
/** More than the sockets of both ends hold, of which git gets the smaller one alone: it has the portable form. */
const largeMiB = { large: 15, portable: 7 };

/** An agent with a small skill and one that takes a while to send, and one machine of it. */
export async function furnishServers(): Promise<Furnished> {
  const context = await aContext(database());
  const name = "release-notes";
  await aPackage(context, { name, body: "Write it.\n", publishNote: "First" });
  for (const [skill, megabytes] of Object.entries(largeMiB)) {
    const bytes = Array.from({ length: megabytes }, () => new Uint8Array(randomBytes(MiB)));
    const files = Object.fromEntries(bytes.map((each, at) => [`assets/part-${at}.bin`, each]));
    await aPackage(context, { name: skill, files, publishNote: "First" });
  }
  const agent = await anAgentWith(context, [name, ...Object.keys(largeMiB)], "Desk");
  const { key, id } = await createKey(context, { name: "Machine", scopes: ["deliver"], agent });
  const anAddress = async (name: string): Promise<Address> => {
    const { id, url, gitUrl } = await createAddress(context, { name, gives: { kind: "agent", agent } });
    return { id, path: new URL(url).pathname, git: new URL(gitUrl).pathname };
  };
  const [address, spare] = [await anAddress("Machine"), await anAddress("Spare")];
  const cookie = await sessionCookie(context);
  await database().$disconnect();
  const home = `/api/v1/workspaces/${context.workspace.slug}`;
  return {
    cookie,
    home,
    skill: { name, next: skillText(name, "Write it in one page.\n") },
    manifest: `${home}/agents/${agent}/delivery`,
    key: { id, authorization: `Bearer ${key}` },
    address,
    spare,
  };
}
