import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { runDialect } from "@/lib/hosts/run-dialect";
import { skillSteps } from "@/lib/hosts/skill-steps";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  launchedText,
  type ScriptedCall,
  skillFolder,
  streamedMessage,
} from "@/lib/testing/hosts/host-requests";
import { aLiveSession } from "@/lib/testing/hosts/live-sessions";
import { aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { countTokens } from "@/lib/tokens/count-tokens";
import { compareWithDialect } from "./compare-with-dialect";
import { pinSkills } from "./internal/pin-skills";
import { listLiveEvents } from "./live-log";

const { db } = testDatabase();
const notes = {
  name: "release-notes",
  description: "Writes release notes. Use before a release.",
  body: "# Notes\n\nFirst way.\n",
  files: { "references/style.md": "# Style\n\nShort sentences.\n" },
};
const done = streamedMessage([{ text: "Done." }]);
const launch = (more: Partial<ScriptedCall> = {}): ScriptedCall => ({
  tool: "Skill",
  input: { skill: notes.name },
  result: `Launched: ${notes.name}`,
  texts: [launchedText(notes.name, notes.body)],
  ...more,
});
const read = (path: string, more: Partial<ScriptedCall> = {}): ScriptedCall => ({
  tool: "Read",
  input: { file_path: `${skillFolder}/${notes.name}/${path}` },
  result: "",
  ...more,
});

async function compared(calls: readonly ScriptedCall[], keepsTexts = true) {
  const ines = await aContext(db);
  await aStoredSkill(ines, notes);
  const steps = [
    { host: { skills: [notes], calls: [] }, answer: null },
    { host: { skills: [notes], calls }, answer: done },
  ];
  const session = await aLiveSession(ines, "messages", steps, { keepsTexts });
  return { ines, session, comparison: await compareWithDialect(ines, { session }) };
}

const slot = ({ slots }: Awaited<ReturnType<typeof compared>>["comparison"], where: RegExp) =>
  slots.filter((one) => where.test(one.where));

describe("what a host sent beside its dialect", () => {
  it("is equal in its places, names and texts; its own sentences are told as other words", async () => {
    const { comparison } = await compared([launch()]);
    expect(comparison.lacking).toBeNull();
    expect(comparison.agreement?.version).toMatch(/^Claude Code /);
    expect(
      slot(comparison, /^catalogue\.(?:place|frame|order|entries )/).map(({ verdict }) => verdict),
    ).toEqual(["equal", "equal", "equal", "equal"]);
    const texts = {
      host: expect.stringMatching(/^Launched: release-notes\n[\s\S]*\{skills\}/),
      dialect: expect.stringMatching(/^Loaded skill: release-notes\n/),
    };
    expect(slot(comparison, /^answers\[0\] Skill/)).toMatchObject([{ verdict: "words", texts }]);
    expect(slot(comparison, /^catalogue\.words/)).toMatchObject([{ verdict: "words" }]);
  });

  it("differs where the host gives again what the dialect would not", async () => {
    const { comparison } = await compared([launch(), launch()]);
    expect(slot(comparison, /^answers\[1\]/)).toMatchObject([{ verdict: "differs" }]);
  });

  it("says why there is nothing to compare", async () => {
    const { comparison: bare } = await compared([launch()], false);
    expect(bare).toMatchObject({ lacking: expect.stringContaining("not kept"), slots: [] });
    const stranger = await aContext(db);
    const unknown = await aLiveSession(stranger, "chat-completions", [{ host: {}, answer: null }]);
    expect((await compareWithDialect(stranger, { session: unknown })).lacking).toMatch(/not known/);
    const foreign = await aLiveSession(stranger, "messages", [{ host: { skills: [notes] }, answer: done }]);
    expect((await compareWithDialect(stranger, { session: foreign })).lacking).toMatch(/None of the skills/);
    const listless = await aLiveSession(stranger, "messages", [{ host: {}, answer: done }]);
    expect((await compareWithDialect(stranger, { session: listless })).lacking).toMatch(/no skills/);
    await expect(compareWithDialect(stranger, { session: crypto.randomUUID() })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

/** What the dialect does with the same calls on the same skills. */
async function stepsOfDialect(context: Context, calls: readonly ScriptedCall[]) {
  const pinned = await pinSkills(context, [notes.name], []);
  const seen = await runDialect({ id: "claude-code", marksErrors: true }, pinned, {
    calls: calls.map(({ tool, input }) => ({
      tool,
      input: JSON.parse(JSON.stringify(input).replaceAll(skillFolder, "{{skills}}")),
    })),
    message: "Write the notes",
    windowTokens: 200_000,
    countTokens,
    sha256,
  });
  return skillSteps(seen.events);
}

it("leaves the same sequence of skill events as the dialect with the same skill, message and calls", async () => {
  const calls = [
    launch(),
    launch({ texts: ["It stands above already."] }),
    launch({
      input: { skill: notes.name, args: "for 1.2" },
      texts: ["Loaded before.", launchedText(notes.name, `${notes.body}\n\nARGUMENTS: for 1.2`)],
    }),
    launch({
      input: { skill: "relase-notes" },
      result: "Unknown skill: relase-notes",
      texts: [],
      isError: true,
    }),
    read("references/style.md", { result: "1\t# Style\n2\t\n3\tShort sentences.\n4\t" }),
    read("absent.md", { result: "File does not exist.", isError: true }),
  ];
  const { ines, session } = await compared(calls);
  const steps = skillSteps((await listLiveEvents(ines, { session })).items);
  expect(steps).toEqual(await stepsOfDialect(ines, calls));
  expect(steps.map(({ type }) => type)).toEqual([
    "skill-activated",
    "skill-already-active",
    "skill-reactivated",
    "request-refused",
    "resource-read",
    "request-refused",
  ]);
});
