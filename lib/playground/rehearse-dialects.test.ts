import { describe, expect, it } from "vitest";
import { modesOf } from "@/lib/dialects/dialect-heads";
import { dialects } from "@/lib/dialects/find-dialect";
import { freeMeter } from "@/lib/models/free-meter";
import type { Dialect } from "@/lib/runtime/dialect";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { aRunStarted, aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { RehearsalModel } from "./adapters/rehearsal-model";
import { executeRun } from "./execute-run";

const about = {
  "incident-triage": "Decides how severe a production incident is and who is paged.",
  "release-notes": "Writes release notes for customers from merged changes.",
};
const documentOf = (name: keyof typeof about, body: string) =>
  `---\nname: ${name}\ndescription: ${about[name]}\n---\n${body}`;
const packages = {
  "incident-triage": {
    "SKILL.md": documentOf(
      "incident-triage",
      "# Triage\n\nState the symptom.\n\n## Severity\n\nFind the row in [the matrix](references/matrix.md).\n",
    ),
    "references/matrix.md": "# Matrix\n\nCheckout down is SEV2.\n",
  },
  "release-notes": { "SKILL.md": documentOf("release-notes", "# Notes\n\nGroup changes by area.\n") },
};
const skills = [
  aSessionSkill("incident-triage", about["incident-triage"], 1),
  aSessionSkill("release-notes", about["release-notes"], 2),
];

async function rehearse(dialect: Dialect, message: string, systemPrompt = "") {
  const { session, log, setup } = aSkillSession(packages, { dialect, mode: dialect.modes[0], skills });
  const started = aRunStarted(message);
  const prompt = { ...started.systemPrompt, text: systemPrompt };
  await log.append({ type: "run-started", payload: { ...started, systemPrompt: prompt } });
  await executeRun({
    log,
    session,
    message,
    model: new RehearsalModel(0),
    meter: freeMeter,
    maxOutputTokens: null,
    runId: log.place.runId,
    countedByProvider: false,
    countTokens: estimateTokens,
    sha256: setup.sha256,
    clock: () => performance.now(),
    signal: new AbortController().signal,
  });
  const events = log.events();
  return {
    types: events.map(({ type }) => type),
    activated: events.flatMap((event) =>
      event.type === "skill-activated" ? [event.payload.skill.name] : [],
    ),
    read: events.flatMap((event) => (event.type === "resource-read" ? [event.payload.path] : [])),
    refused: events.flatMap((event) => (event.type === "request-refused" ? [event.payload.rule] : [])),
    text: events.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join(""),
  };
}

const question = "How severe is this production incident, and which row of the matrix?";
/** Hosts that have no tool to read a file with. */
const withoutFiles = ["orion", "linx", "skillkit"];

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))("Rehearsal in %s", (id, dialect) => {
  const isEager = modesOf(id)[0] === "eager";

  it("finds the skill that fits, reads what it names, and quotes both", async () => {
    const run = await rehearse(dialect, question);
    expect(run.refused).toEqual([]);
    expect(run.activated).toEqual(isEager ? [] : ["incident-triage"]);
    expect(run.read).toEqual(withoutFiles.includes(id) ? [] : ["references/matrix.md"]);
    expect(run.text).toContain("From `incident-triage`");
    expect(run.text.includes("Checkout down is SEV2.")).toBe(!withoutFiles.includes(id));
    expect(run.types.at(-1)).toBe("run-finished");
  });

  it("says so when nothing fits", async () => {
    const run = await rehearse(dialect, "Translate this poem into Slovene.");
    expect(run.activated).toEqual([]);
    expect(run.text).toContain("No skill fits this message");
  });

  it("goes by what the person names", async () => {
    const run = await rehearse(dialect, "/release-notes for today");
    expect(run.text).toContain("From `release-notes`");
    expect(run.text).toContain("Group changes by area.");
  });
});

describe.each(
  dialects.filter(({ id }) => !withoutFiles.includes(id)).map((dialect) => [dialect.id, dialect] as const),
)("Rehearsal in %s", (_id, dialect) => {
  it("passes on why a file could not be read", async () => {
    const run = await rehearse(dialect, `${question} See references/absent.md.`);
    expect(run.refused).toEqual(["unknown-resource"]);
    expect(run.text).toContain("I could not read `references/absent.md`");
  });
});
