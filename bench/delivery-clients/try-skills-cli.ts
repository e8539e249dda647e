import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "@/lib/access/context";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { database } from "@/lib/db/client";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { lastLine } from "../last-line";
import type { Check } from "../report-checks";
import { type SkillReader, tryReaders } from "../skill-readers";
import { type ClientHome, filesBelow, withClientHome } from "./installed-client";
import { serveDoor } from "./serve-door";

export type SkillsClient = { version: string; program: string };

const installed = join(".agents", "skills");
const longPath = `references/${"a-long-name-".repeat(9)}/notes of Zoë.md`;
const files = {
  "references/style.md": "Short sentences.\r\nNo jokes.\n",
  [longPath]: "Far down.\n",
  "assets/logo.png": new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255, 254]),
  "scripts/run.sh": "#!/bin/sh\necho done\n",
  "empty.txt": "",
};
const plainDocument = skillText("release-notes", "Write it.\n");
const changedDocument = skillText("release-notes", "Write it in one page.\n");

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");

/** What must lie in a project, with this document of the skill that changes. */
const expected = (document: string): Record<string, string> => ({
  [join("release-notes", "SKILL.md")]: base64(document),
  ...Object.fromEntries(
    Object.entries(files).map(([path, content]) => [join("release-notes", path), base64(content)]),
  ),
  [join("triage", "SKILL.md")]: base64(skillText("triage")),
});

/** Runs each of the clients through a skill's life at an address. */
export async function trySkillsCli(
  clients: readonly SkillsClient[],
  readers: readonly SkillReader[],
): Promise<Check[]> {
  const door = await serveDoor();
  const checks: Check[] = [];
  try {
    for (const client of clients)
      await withClientHome(client.program, async (home) => {
        const check = (what: string, holds: boolean, seen: string) =>
          checks.push({ what: `skills ${client.version}: ${what}`, holds, seen });
        const begun = door.asked.length;
        await live({ home, check, version: client.version, readers });
        const own = door.asked.slice(begun);
        const failed = own.filter((line) => !/ (?:200|404) /.test(line));
        check(
          "no request fails",
          failed.length === 0,
          `${own.length} requests ${failed.slice(0, 2).join(" ")}`,
        );
      });
    return checks;
  } finally {
    door.close();
    await database().$disconnect();
  }
}

type Life = {
  home: ClientHome;
  check: (what: string, holds: boolean, seen: string) => void;
  version: string;
  readers: readonly SkillReader[];
};

async function live({ home, check, version, readers }: Life): Promise<void> {
  const context = await aContext(database());
  await aPackage(context, { name: "release-notes", body: "Write it.\n", files, publishNote: "First" });
  await aPackage(context, { name: "triage", publishNote: "First" });
  const agent = await anAgentWith(context, ["release-notes", "triage"], "Desk");
  const { id, url } = await createAddress(context, { name: "Clients", gives: { kind: "agent", agent } });
  const project = home.project("all");
  const skills = (...args: string[]) => home.start(project, args);
  const lies = () => filesBelow(join(project, installed));
  const holds = (document: string) => isDeepStrictEqual(lies(), expected(document));
  const seen = () => `${Object.keys(lies()).length} files`;

  const added = await skills("add", url, "-a", "universal", "-y");
  check("add installs every byte that was published", added.code === 0 && holds(plainDocument), seen());
  tryReaders(readers, join(project, installed), check);
  const listed = await skills("list");
  const names = ["release-notes", "triage"].filter((name) => listed.said.includes(name));
  check("list names both", listed.code === 0 && names.length === 2, names.join(", "));

  const single = home.project("one");
  const one = await home.start(single, ["add", `${url}/triage`, "-a", "universal", "-y"]);
  const only = Object.keys(filesBelow(join(single, installed)));
  const isOnly = isDeepStrictEqual(only, [join("triage", "SKILL.md")]);
  check("add of one skill's address installs it alone", one.code === 0 && isOnly, only.join(", "));

  const current = await skills("check", "-p", "-y");
  check(
    "check says that nothing changed",
    current.code === 0 && holds(plainDocument),
    lastLine(current.said),
  );
  await publishAgain(context);
  const updated = await skills("update", "-p", "-y");
  // 1.5 does not keep where a skill came from: it is told again.
  const follows = holds(changedDocument);
  if (version.startsWith("1.5")) {
    check("update finds nothing to go by, and breaks nothing", updated.code === 0, lastLine(updated.said));
    await skills("add", url, "-a", "universal", "-y");
    check("add once more installs what was published since", holds(changedDocument), seen());
  } else
    check("update installs what was published since", updated.code === 0 && follows, lastLine(updated.said));

  await revokeAddress(context, { address: id });
  const late = home.project("late");
  const refused = await home.start(late, ["add", url, "-a", "universal", "-y"]);
  const got = Object.keys(filesBelow(join(late, installed)));
  check(
    "add gets nothing once the address is revoked",
    got.length === 0,
    `exit ${refused.code}, ${got.length} files`,
  );
  const stays = await skills("update", "-p", "-y");
  check("update leaves what is installed as it is", holds(changedDocument), lastLine(stays.said));
}

async function publishAgain(context: Context): Promise<void> {
  const skill = "release-notes";
  const { revision } = await getDraft(context, { skill });
  const changes = [{ op: "write" as const, path: "SKILL.md", text: changedDocument }];
  await changeDraft(context, { skill, baseRevision: revision, changes });
  const draft = await getDraft(context, { skill });
  await publishSkill(context, { skill, revision: draft.revision, digest: draft.digest, note: "More" });
}
