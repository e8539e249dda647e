import { describe, expect, it } from "vitest";
import type { Dialect } from "@/lib/runtime/dialect";
import { aRunStarted, aSessionSkill, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { adkDialect } from "./adk";
import { adk2Dialect } from "./adk-2";

/** google/adk-python 2.5.0: src/google/adk/tools/skill_toolset.py and its tests. */

const packages = {
  notes: {
    "SKILL.md": '---\nname: notes\ndescription: Writes "it\'s" notes.\n---\nDo it.\n',
    "references/a.md": "The guide.",
    "assets/logo.png": new Uint8Array([137, 80, 78, 71, 0, 1]),
    "scripts/run.rb": "puts 1",
  },
};

async function sessionOf(dialect: Dialect) {
  const opened = aSkillSession(packages, {
    dialect,
    skills: [aSessionSkill("notes", 'Writes "it\'s" notes.', 1)],
  });
  await opened.session.injectCatalogue();
  const ask = async (toolName: string, input: unknown) => {
    const { payload } = await opened.call(toolName, input);
    return "result" in payload ? String(payload.result) : "";
  };
  const codeOf = async (toolName: string, input: unknown) =>
    JSON.parse(await ask(toolName, input)).error_code;
  return { ...opened, ask, codeOf };
}
const missing = (file_path: string) => ({ skill_name: "notes", file_path });

describe("adk-2", () => {
  it("tells the rules and no name before list_skills is called", async () => {
    const { log, ask } = await sessionOf(adk2Dialect);
    const [told] = log.events().filter((event) => event.type === "catalogue-injected");
    expect(told?.payload).toMatchObject({ onRequest: true });
    expect(JSON.stringify(told)).not.toContain("notes.");
    expect(told?.payload.text.match(/^\d\. /gm)).toHaveLength(7);
    expect(await ask("list_skills", {})).toBe(
      "<available_skills>\n<skill>\n<name>\nnotes\n</name>\n<description>\nWrites &quot;it&#x27;s&quot; notes.\n</description>\n</skill>\n</available_skills>",
    );
  });

  it("lists every skill at once: nothing asks for more", async () => {
    const many = Array.from({ length: 120 }, (_, at) => `skill-${at}`);
    const { session, call } = aSkillSession(
      Object.fromEntries(many.map((name) => [name, { "SKILL.md": "x" }])),
      {
        dialect: adk2Dialect,
        skills: many.map((name, at) => aSessionSkill(name, "Does it.", at + 1)),
      },
    );
    await session.injectCatalogue();
    const { payload } = await call("list_skills", {});
    expect("result" in payload ? payload.result.match(/<skill>/g) : null).toHaveLength(120);
  });

  it("tells the model to stop from the second file on that a run asks for in vain", async () => {
    const { codeOf, log } = await sessionOf(adk2Dialect);
    const read = (path: string) => codeOf("load_skill_resource", missing(path));
    expect(await read("elsewhere/x.md")).toBe("INVALID_RESOURCE_PATH");
    expect(await codeOf("load_skill_resource", { skill_name: "none", file_path: "assets/x" })).toBe(
      "SKILL_NOT_FOUND",
    );
    expect(await read("references/x.md")).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf("run_skill_script", missing("scripts/x.py"))).toBe("SCRIPT_NOT_FOUND");
    expect(await read("assets/logo.png")).toBe("RESOURCE_NOT_FOUND_FATAL");
    expect(await read("references/../SKILL.md")).toBe("RESOURCE_NOT_FOUND_FATAL");
    expect(await codeOf("run_skill_script", missing("y.py"))).toBe("SCRIPT_NOT_FOUND_FATAL");
    const last = log.events().findLast(({ type }) => type === "request-refused");
    expect(last?.payload).toMatchObject({ result: expect.stringContaining("failure #2 to find a script") });
  });

  it("counts from the beginning in the next run", async () => {
    const { codeOf, log } = await sessionOf(adk2Dialect);
    await codeOf("load_skill_resource", missing("references/x.md"));
    log.turn += 1;
    await log.append({ type: "run-started", payload: aRunStarted("Go on.") });
    expect(await codeOf("load_skill_resource", missing("references/x.md"))).toBe("RESOURCE_NOT_FOUND");
  });

  it("says of a script's kind only what it found", async () => {
    const { codeOf, ask } = await sessionOf(adk2Dialect);
    expect(await codeOf("run_skill_script", missing("scripts/absent.rb"))).toBe("SCRIPT_NOT_FOUND");
    expect(JSON.parse(await ask("run_skill_script", missing("run.rb")))).toEqual({
      error: "Unsupported script type '.rb'. Supported types: .py, .sh, .bash",
      error_code: "UNSUPPORTED_SCRIPT_TYPE",
    });
    expect(await codeOf("run_skill_script", missing("references/a.md"))).toBe("SCRIPT_NOT_FOUND_FATAL");
  });
});

it("release 1 has no fatal code, and names skills at once", async () => {
  const { codeOf, log } = await sessionOf(adkDialect);
  for (let time = 0; time < 3; time++)
    expect(await codeOf("load_skill_resource", missing("references/x.md"))).toBe("RESOURCE_NOT_FOUND");
  expect(JSON.stringify(log.events()[1] ?? log.events()[0])).toContain("notes");
});

it("gives a file whole, however long: there is no asking for the rest", async () => {
  const text = `${"x".repeat(79)}\n`.repeat(2_000);
  const { session, call } = aSkillSession(
    { notes: { "SKILL.md": packages.notes["SKILL.md"], "references/a.md": text } },
    { dialect: adk2Dialect, skills: [aSessionSkill("notes", "Notes.", 1)] },
  );
  await session.injectCatalogue();
  const { payload } = await call("load_skill_resource", missing("references/a.md"));
  expect(payload).toMatchObject({ totalBytes: 160_000, bytes: 160_000, nextOffset: null });
});
