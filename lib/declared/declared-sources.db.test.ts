import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { makeHook } from "@/lib/sources/commands/change-hook";
import { createSource } from "@/lib/sources/commands/create-source";
import { editSource } from "@/lib/sources/commands/edit-source";
import { removeSource } from "@/lib/sources/commands/remove-source";
import { listSources } from "@/lib/sources/list-sources";
import { sourceToken } from "@/lib/sources/source-secret";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { applyDeclaration } from "./commands/apply-declaration";

const { db } = testDatabase();

const apply = (context: Context, text: string, dryRun = false) =>
  applyDeclaration(context, { text, file: "team.yaml", dryRun });
const look = (context: Context, text: string) => apply(context, text, true);

const url = "https://github.com/meridian/skills.git";
const named = `sources:
  - name: Team skills
    url: ${url}
    ref: main
    folder: skills
    everyMinutes: 60
    asksReview: true
    needsToken: true
`;
const overSsh = `sources:
  - name: Team skills
    url: git@github.com:meridian/skills.git
`;
const hostKey = (letter: string) => `SHA256:${letter.repeat(43)}`;
const needsToken = "It needs its token, which is given under Settings > Sources.";

async function theOne(context: Context) {
  const [source, ...more] = await listSources(context);
  if (!source || more.length > 0) throw new Error("There is not exactly one source.");
  return source;
}
const told = ({ items }: Awaited<ReturnType<typeof apply>>) =>
  items.map(({ outcome, summary }) => `${outcome} ${summary}`.trim());

describe("sources that a configuration file keeps", () => {
  it("are made as the file says, looked at first, and say what they wait for", async () => {
    const context = await aContext(db);
    const item = { kind: "source", name: "Team skills", slug: "", outcome: "created", needs: needsToken };
    expect(await look(context, named)).toMatchObject({
      applied: false,
      items: [{ ...item, place: "team.yaml:2:5" }],
      problems: [],
    });
    expect(await listSources(context)).toEqual([]);
    expect(await apply(context, named)).toMatchObject({ applied: true, items: [item] });
    const source = await theOne(context);
    expect(source).toMatchObject({
      kind: "git",
      url,
      ref: "main",
      folder: "skills",
      schedule: { everyMinutes: 60 },
      asksReview: true,
      hasToken: false,
      declaredIn: "team.yaml",
      needs: "token",
    });
    await editSource(context, { source: source.id, token: "ghp_secret" });
    expect(await theOne(context)).toMatchObject({ hasToken: true, needs: null, declaredIn: "team.yaml" });
    const again = await apply(context, named);
    expect(again.items).toMatchObject([{ outcome: "unchanged", summary: "", needs: "" }]);
    const actions = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, action: { startsWith: "source." } },
      orderBy: { id: "asc" },
    });
    expect(actions.map(({ action }) => action)).toEqual(["source.created", "source.edited"]);
  });

  it("change by what differs alone: a schedule that stays is not due anew", async () => {
    const context = await aContext(db);
    await apply(context, named);
    const where = { workspaceId: context.workspace.id };
    const nextAt = new Date("2031-01-01T00:00:00Z");
    await db.source.updateMany({ where, data: { nextAt, syncedRevision: "a".repeat(40) } });
    const changed = named.replace("asksReview: true", "asksReview: false");
    expect(told(await look(context, changed))).toEqual(["changed Changed asksReview"]);
    expect(told(await apply(context, changed))).toEqual(["changed Changed asksReview"]);
    expect(await db.source.findFirstOrThrow({ where })).toMatchObject({
      asksReview: false,
      nextAt,
      syncedRevision: "a".repeat(40),
    });
    const elsewhere = changed.replace("ref: main", "ref: next").replace("60", "15");
    expect(told(await apply(context, elsewhere))).toEqual(["changed Changed ref, everyMinutes"]);
    expect(await db.source.findFirstOrThrow({ where })).toMatchObject({ syncedRevision: null });
    const open = elsewhere.replace("    needsToken: true\n", "");
    expect(told(await apply(context, open))).toEqual(["changed Changed needsToken"]);
    expect(await theOne(context)).toMatchObject({ needs: null });
  });

  it("say which skills are taken, and drift where somebody else says another thing", async () => {
    const context = await aContext(db);
    await apply(context, named);
    expect(await theOne(context)).toMatchObject({ include: [], exclude: [] });
    const where = { workspaceId: context.workspace.id };
    await db.source.updateMany({ where, data: { syncedRevision: "a".repeat(40) } });
    const chosen = `${named}    include: ["tools/*", log-*]\n    exclude: ["**/drafts"]\n`;
    expect(told(await look(context, chosen))).toEqual(["changed Changed include, exclude"]);
    expect(told(await apply(context, chosen))).toEqual(["changed Changed include, exclude"]);
    expect(told(await apply(context, chosen))).toEqual(["unchanged"]);
    const patterns = { include: ["tools/*", "log-*"], exclude: ["**/drafts"] };
    expect(await theOne(context)).toMatchObject(patterns);
    expect(await db.source.findFirstOrThrow({ where })).toMatchObject({ readsAnew: true });
    const { id: source } = await theOne(context);
    await expect(editSource(context, { source, exclude: [] })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await db.source.updateMany({ where, data: { exclude: [] } });
    expect(told(await look(context, chosen))).toEqual(["changed Changed exclude"]);
    const wrong = `${named}    include: ["{a,b}"]\n`;
    expect((await look(context, wrong)).problems).toMatchObject([
      { message: expect.stringMatching(/patterns of their own/) },
    ]);
  });

  it("are closed to people, but for their token and webhook, and nothing is removed", async () => {
    const context = await aContext(db);
    await apply(context, named);
    const { id: source } = await theOne(context);
    const refusal = {
      code: "FORBIDDEN",
      message:
        "Team skills is kept in team.yaml. Change it there, and apply the file. Its token or key and its webhook are set here.",
    };
    for (const change of [{ folder: "" }, { name: "Ours" }, { everyMinutes: null, token: "t" }, { url }])
      await expect(editSource(context, { source, ...change })).rejects.toMatchObject(refusal);
    await expect(removeSource(context, { source })).rejects.toMatchObject(refusal);
    await makeHook(context, { source });
    expect(await theOne(context)).toMatchObject({ folder: "skills", hasToken: false });
  });

  it("are people's again, as they are, once the file names them no longer", async () => {
    const context = await aContext(db);
    await apply(context, named);
    expect((await apply(context, "sources: []\n")).items).toMatchObject([
      { kind: "source", name: "Team skills", outcome: "let-go", place: "team.yaml:1:1" },
    ]);
    const source = await theOne(context);
    expect(source).toMatchObject({ folder: "skills", declaredIn: null, needs: null });
    await editSource(context, { source: source.id, folder: "" });
    expect(told(await look(context, named))).toEqual(["changed Changed folder"]);
    await editSource(context, { source: source.id, folder: "skills" });
    expect(told(await apply(context, named))).toEqual(["taken-over"]);
    await apply(context, "");
    await removeSource(context, { source: source.id });
  });

  it("may be applied alone: nothing else of the file is looked at", async () => {
    const context = await aContext(db);
    const text = `${named}agents:\n  - {name: Desk, skills: [gone]}\n`;
    const alone = await applyDeclaration(context, { text, file: "team.yaml", sourcesOnly: true });
    expect(alone).toMatchObject({
      applied: true,
      items: [{ kind: "source", outcome: "created" }],
      problems: [],
    });
    expect((await look(context, text)).problems).toMatchObject([{ place: "team.yaml:10:5" }]);
  });

  it("are no other file's to take, nor of another kind", async () => {
    const context = await aContext(db);
    await apply(context, named);
    const other = await applyDeclaration(context, { text: named, file: "other.yaml" });
    expect(other.problems).toEqual([
      {
        place: "other.yaml:2:5",
        message: "team.yaml keeps Team skills. Take it out there first, and apply that file.",
      },
    ]);
    const archive = "sources:\n  - {name: Team skills, kind: archive, url: https://example.org/a.zip}\n";
    expect((await apply(context, archive)).problems).toMatchObject([
      { message: expect.stringMatching(/^Team skills is of kind git here, and a source stays of its kind/) },
    ]);
    expect(await theOne(context)).toMatchObject({ kind: "git", declaredIn: "team.yaml" });
  });

  it("lose their token where the file moves them to another host, and send it nowhere", async () => {
    const context = await aContext(db);
    await createSource(context, { name: "Team skills", url, token: "ghp_secret" });
    const moved = (host: string) => `sources:\n  - {name: Team skills, url: "https://${host}/skills.git"}\n`;
    expect(told(await apply(context, moved("github.com")))).toEqual(["changed Changed url"]);
    const where = { workspaceId: context.workspace.id };
    const { sealedToken, id } = await db.source.findFirstOrThrow({ where });
    expect(sourceToken.unseal(id, sealedToken)).toBe("ghp_secret");
    expect(told(await apply(context, moved("gitlab.com")))).toEqual([
      "changed Changed url; its token goes, as it was given for another host",
    ]);
    expect(await db.source.findUniqueOrThrow({ where: { id } })).toMatchObject({ sealedToken: null });
  });
});

describe("sources over ssh that a configuration file keeps", () => {
  const waits = "Its repository needs to know its deploy key, which Settings > Sources shows.";

  it("get a key of their own, and wait until it was of use", async () => {
    const context = await aContext(db);
    expect((await apply(context, overSsh)).items).toMatchObject([{ outcome: "created", needs: waits }]);
    const source = await theOne(context);
    expect(source).toMatchObject({ needs: "deploy-key", ssh: { hostKey: null, hostKeyDeclared: false } });
    const data = { syncedRevision: "a".repeat(40), hostKey: hostKey("A") };
    await db.source.update({ where: { id: source.id }, data });
    const again = await apply(context, overSsh);
    expect(again.items).toMatchObject([{ outcome: "unchanged", needs: "" }]);
    expect(await theOne(context)).toMatchObject({ ssh: { ...source.ssh, hostKey: hostKey("A") } });
    await editSource(context, { source: source.id, hostKey: hostKey("B"), key: "new" });
    expect((await theOne(context)).ssh?.publicKey).not.toBe(source.ssh?.publicKey);
    expect(told(await apply(context, overSsh))).toEqual(["unchanged"]);
  });

  it("are held to the host's key that the file names, which nobody changes here", async () => {
    const context = await aContext(db);
    await apply(context, overSsh);
    const held = `${overSsh}    hostKey: ${hostKey("A")}\n`;
    expect(told(await apply(context, held))).toEqual(["changed Changed hostKey"]);
    const source = await theOne(context);
    expect(source.ssh).toMatchObject({ hostKey: hostKey("A"), hostKeyDeclared: true });
    await expect(editSource(context, { source: source.id, hostKey: hostKey("B") })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const moved = held.replace("github.com", "gitlab.com");
    expect(told(await apply(context, moved))).toEqual(["changed Changed url, hostKey"]);
    const now = await theOne(context);
    expect(now.ssh).toMatchObject({ hostKey: hostKey("A"), hostKeyDeclared: true });
    expect(now.ssh?.publicKey).not.toBe(source.ssh?.publicKey);
    await db.source.update({
      where: { id: source.id },
      data: { offeredHostKey: hostKey("C"), failure: "host-key", failedAt: new Date() },
    });
    expect((await theOne(context)).failure?.message).toMatch(
      /name it in the configuration file, and apply that\.$/,
    );
    expect(told(await apply(context, moved.replace("    hostKey", "    # hostKey")))).toEqual([
      "changed Changed hostKey",
    ]);
    expect(await theOne(context)).toMatchObject({ ssh: { hostKey: hostKey("A"), hostKeyDeclared: false } });
  });
});

describe("what a file may not do with sources", () => {
  it("is told for each with its place, and nothing is written", async () => {
    const context = await aContext(db);
    const wrong = `sources:
  - {name: Good, url: ${url}}
  - {name: Good, url: ${url}}
  - {name: Inner, url: "https://10.0.0.1/skills.git"}
  - {name: Told, url: "https://ines:hush-hush@github.com/skills.git"}
  - {name: Index, kind: well-known, url: "https://example.org", ref: main}
  - {name: Keyed, url: ${url}, hostKey: "${hostKey("A")}"}
`;
    const { applied, problems } = await apply(context, wrong);
    expect(applied).toBe(false);
    expect(problems.map(({ place, message }) => `${place} ${message}`)).toEqual([
      "team.yaml:3:5 Good stands in the file twice.",
      expect.stringMatching(/^team\.yaml:4:5 /),
      "team.yaml:5:5 Leave the user name and the token out of the address: they have fields of their own.",
      "team.yaml:6:5 An index has no branch, tag or commit.",
      "team.yaml:7:5 A key is for addresses over ssh. Over https, give a token.",
    ]);
    expect(JSON.stringify(problems)).not.toContain("hush-hush");
    expect(await listSources(context)).toEqual([]);
  });

  it("is a change to a source that is being synced: the others wait with it", async () => {
    const context = await aContext(db);
    await apply(context, named);
    await db.source.updateMany({
      where: { workspaceId: context.workspace.id },
      data: { leaseUntil: new Date(Date.now() + 60_000) },
    });
    expect(await apply(context, named)).toMatchObject({ applied: true });
    const changed = `${named.replace("folder: skills", "folder: more")}  - {name: Other, url: ${url}}\n`;
    expect((await apply(context, changed)).problems).toMatchObject([
      { place: "team.yaml:2:5", message: expect.stringMatching(/^It is being synced at this moment/) },
    ]);
    expect(await theOne(context)).toMatchObject({ folder: "skills", declaredIn: "team.yaml" });
  });

  it("needs whoever may load skills, and is of one workspace", async () => {
    const context = await aContext(db);
    const other = await aContext(db);
    const reviewer = await aColleague(context, "reviewer", "Rita");
    await expect(apply(reviewer, named)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await apply(context, named);
    expect(await listSources(other)).toEqual([]);
    expect(await apply(other, "sources: []\n")).toMatchObject({ items: [] });
    expect(await theOne(context)).toMatchObject({ declaredIn: "team.yaml" });
  });
});
