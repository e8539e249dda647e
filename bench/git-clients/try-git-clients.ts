import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@/lib/access/context";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { deliveryDoor } from "@/lib/api/delivery-door";
import { database } from "@/lib/db/client";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { lastLine } from "../last-line";
import type { Check } from "../report-checks";
import { type SkillReader, tryReaders } from "../skill-readers";
import { type ClientHome, withHome } from "./client-home";
import { serveStreams } from "./serve-streams";

export type GitClient = { name: "claude" | "codex" | "skills"; version: string; program: string };

const first = "Write it.\n";
const second = "Write it in one page.\n";
/** More than git asks for at once, and than a client is likely to be behind. */
const manyPublications = 120;

type Life = {
  context: Context;
  url: string;
  client: ClientHome;
  check: (what: string, holds: boolean, seen: string) => void;
  /** Has others read the skills in a folder of the client's. */
  read: (skills: string) => void;
};

/** Runs git and each of the clients through a skill's life at a git address. */
export async function tryGitClients(
  clients: readonly GitClient[],
  readers: readonly SkillReader[],
): Promise<Check[]> {
  const served = await serveStreams(deliveryDoor);
  const checks: Check[] = [];
  const lives: { name: string; live: (life: Life) => Promise<void> }[] = [
    { name: "git", live: liveOfGit },
    ...clients.map(({ name, version, program }) => ({
      name: `${name} ${version}`,
      live: (life: Life) => clientLives[name](life, program),
    })),
  ];
  try {
    for (const { name, live } of lives)
      await withHome(async (client) => {
        const context = await aContext(database());
        const files = { "references/style.md": "Short.\n" };
        await aPackage(context, { name: "release-notes", body: first, files, publishNote: "First" });
        await aPackage(context, { name: "triage", publishNote: "First" });
        const agent = await anAgentWith(context, ["release-notes", "triage"], "Desk");
        const { gitUrl } = await createAddress(context, { name: "Clients", gives: { kind: "agent", agent } });
        const url = served.origin + new URL(gitUrl).pathname;
        const check = (what: string, holds: boolean, seen: string) =>
          void checks.push({ what: `${name}: ${what}`, holds, seen: lastLine(seen) });
        const read = (skills: string) => tryReaders(readers, skills, check);
        await live({ context, url, client, check, read });
      });
    return checks;
  } finally {
    served.close();
    await database().$disconnect();
  }
}

async function liveOfGit({ context, url, client, check, read }: Life): Promise<void> {
  const { home, start } = client;
  const git = (...args: string[]) => start("git", ...args);
  const body = (clone: string) => readFileSync(join(home, clone, "skills/release-notes/SKILL.md"), "utf8");
  const full = await git("-c", "transfer.fsckObjects=true", "clone", url, "full");
  check("clone", full.code === 0 && body("full").endsWith(first), full.said);
  read(join(home, "full/skills"));
  const shallow = await git("clone", "--depth", "1", url, "shallow");
  const count = await git("-C", "shallow", "rev-list", "--count", "HEAD");
  check("clone --depth 1 has one commit", shallow.code === 0 && count.said === "1\n", count.said);
  await publishAgain(context);
  for (const clone of ["full", "shallow"]) {
    const pulled = await git("-C", clone, "pull", "--ff-only");
    check(`pull of ${clone} after a publication`, body(clone).endsWith(second), pulled.said);
    const { code, said } = await git("-C", clone, "fsck", "--full", "--strict");
    check(`fsck of ${clone} finds nothing`, code === 0 && said === "", said);
  }
  await withdrawVersion(context, { skill: "release-notes", number: 2, reason: "It leaks." });
  const pulled = await git("-C", "shallow", "pull", "--ff-only");
  check("pull after a withdrawal", body("shallow").endsWith(first), pulled.said);
  for (let at = 1; at <= manyPublications; at++) await publishAgain(context, `Write it in ${at} lines.\n`);
  const newest = `Write it in ${manyPublications} lines.\n`;
  for (const clone of ["full", "shallow"]) {
    const before = await git("-C", clone, "rev-parse", "HEAD");
    const long = await git("-C", clone, "pull", "--ff-only");
    const since = await git("-C", clone, "rev-list", "--count", `${before.said.trim()}..HEAD`);
    const { said } = await git("-C", clone, "fsck", "--full", "--strict");
    const holds = body(clone).endsWith(newest) && Number(since.said) >= manyPublications && said === "";
    const seen = `${since.said.trim()} commits${said === "" ? "" : `, fsck: ${said}`}`;
    check(`pull of ${clone} across ${manyPublications} publications`, long.code === 0 && holds, seen);
  }
}

const clientLives = {
  async claude({ context, url, client: { home, start }, check, read }: Life, program: string) {
    const claude = (...args: string[]) => start(program, "plugin", ...args);
    const cache = join(home, ".claude/plugins/cache/desk/desk");
    const added = await claude("marketplace", "add", url);
    check("marketplace add", added.code === 0, added.said);
    const installed = await claude("install", "desk@desk");
    check("install brings every skill", holds(cache, first) && installed.code === 0, versions(cache));
    read(join(newestIn(cache), "skills"));
    const valid = await claude("validate", "--strict", join(home, ".claude/plugins/marketplaces/desk"));
    check("validate --strict", valid.code === 0, valid.said);
    await publishAgain(context);
    await claude("marketplace", "update", "desk");
    const updated = await claude("update", "desk@desk");
    check("update after a publication", holds(cache, second) && updated.code === 0, versions(cache));
    await withdrawVersion(context, { skill: "release-notes", number: 2, reason: "It leaks." });
    await claude("marketplace", "update", "desk");
    const back = await claude("update", "desk@desk");
    check("update after a withdrawal", holds(cache, first) && back.code === 0, versions(cache));
  },
  async codex({ context, url, client: { home, start }, check, read }: Life, program: string) {
    const codex = (...args: string[]) => start(program, "plugin", ...args);
    const cache = join(home, ".codex/plugins/cache/desk/desk");
    const added = await codex("marketplace", "add", url);
    check("marketplace add", added.code === 0, added.said);
    const installed = await codex("add", "desk@desk");
    check("add brings every skill", holds(cache, first) && installed.code === 0, versions(cache));
    read(join(newestIn(cache), "skills"));
    await publishAgain(context);
    const upgraded = await codex("marketplace", "upgrade");
    check("marketplace upgrade after a publication", upgraded.code === 0, upgraded.said);
    const again = await codex("add", "desk@desk");
    check("it has what was published", holds(cache, second) && again.code === 0, versions(cache));
  },
  async skills({ context, url, client: { home, start }, check, read }: Life, program: string) {
    const skills = (...args: string[]) => start(program, ...args);
    const folder = join(home, ".agents/skills");
    const has = (text: string) => {
      const at = join(folder, "release-notes/SKILL.md");
      return existsSync(at) && readFileSync(at, "utf8").endsWith(text);
    };
    const added = await skills("add", url, "-a", "universal", "-y");
    check("add installs every skill", added.code === 0 && has(first), added.said);
    read(folder);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    check("each once", names.length === 2, names.join(", "));
    const listed = await skills("list");
    const told = ["release-notes", "triage"].filter((name) => listed.said.includes(name));
    check("list names both", listed.code === 0 && told.length === 2, told.join(", "));
    const current = await skills("check", "-p", "-y");
    check("check leaves it as it was published", current.code === 0 && has(first), current.said);
    await publishAgain(context);
    const updated = await skills("update", "-p", "-y");
    check("update installs what was published since", updated.code === 0 && has(second), updated.said);
    await withdrawVersion(context, { skill: "release-notes", number: 2, reason: "It leaks." });
    const back = await skills("update", "-p", "-y");
    check("update after a withdrawal", back.code === 0 && has(first), back.said);
  },
};

const versions = (cache: string): string =>
  existsSync(cache) ? readdirSync(cache).sort().join(", ") : "nothing";

/** Whether the newest version in a plugin cache has that text. */
function holds(cache: string, text: string): boolean {
  const newest = newestIn(cache);
  const at = join(newest, "skills/release-notes/SKILL.md");
  return (
    existsSync(at) && readFileSync(at, "utf8").endsWith(text) && existsSync(join(newest, "skills/triage"))
  );
}

/** The folder of the newest version in a plugin cache; the cache itself while it has none. */
const newestIn = (cache: string): string =>
  join(cache, (existsSync(cache) ? readdirSync(cache).sort().at(-1) : undefined) ?? "");

async function publishAgain(context: Context, text = second): Promise<void> {
  const skill = "release-notes";
  const { revision } = await getDraft(context, { skill });
  const changes = [{ op: "write" as const, path: "SKILL.md", text: skillText(skill, text) }];
  await changeDraft(context, { skill, baseRevision: revision, changes });
  const draft = await getDraft(context, { skill });
  await publishSkill(context, { skill, revision: draft.revision, digest: draft.digest, note: "More" });
}
