import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";
import { explain } from "./explain-difference";
import { difference, failed, lines, none } from "./fixtures/differences";

const dialectIds = Object.keys(dialectHeads).filter(isDialectId);

describe("an answer that was defused", () => {
  it("is explained by that, whatever else it is", () => {
    const found = explain("claude-code", difference('answers[3] Skill {"skill":"x"}'), new Set([3]));
    expect(found).toMatch(/here it is defused/);
    expect(explain("standard", difference("answers[3] x {}"), new Set([3]))).toBe(found);
  });

  it("explains no other answer and no other place", () => {
    for (const where of [
      "answers[2] Skill {}",
      "answers[33] Skill {}",
      "tools.Skill.required",
      "answers[3]x",
    ])
      expect(explain("standard", difference(where), new Set([3])) === null).toBe(where !== "answers[3]x");
  });
});

describe("a line of the list that was defused", () => {
  it("is explained by that, and no other line", () => {
    const by = (where: string) =>
      explain("gemini-cli", difference(where, "x =9:a", "x =15:b"), new Set(["notes"]));
    expect(by("catalogue.entries notes")).toMatch(/here it is defused/);
    expect(by("catalogue.entries notes-2")).toBeNull();
    expect(by("catalogue.order")).toBeNull();
  });
});

describe("a skill that Claude Code's models may not call", () => {
  it("has files on its disk that can be read, and only such a skill has", () => {
    const where = 'answers[1] Read {"file_path":"{{skills}}/fix/SKILL.md"}';
    const kept = failed("<tool_use_error>…fix…fix…</tool_use_error>");
    expect(explain("claude-code", difference(where, lines("1…"), kept), none)).toMatch(/keeps from models/);
    const other = failed("<tool_use_error>…fix</tool_use_error>");
    expect(explain("claude-code", difference(where, failed("x"), kept), none)).toBeNull();
    expect(explain("claude-code", difference(where, lines("1…"), other), none)).toBeNull();
  });
});

describe("what pydantic-ai-skills does otherwise", () => {
  const read = (file: string) =>
    `answers[2] read_skill_resource {"skill_name":"a","resource_name":"${file}"}`;
  const by = (where: string, host: string, dialect: string) =>
    explain("lightspeed", difference(where, host, dialect), none);

  it("is YAML and numbers given as its own JSON, each in one line", () => {
    expect(by(read("x.yaml"), lines("=20:a"), lines("=9:b", "=9:c"))).toMatch(/YAML parsed/);
    expect(by(read("x.yaml"), lines("=9:a", "=9:d"), lines("=9:b", "=9:c"))).toBeNull();
    expect(by(read("x.yaml"), failed("…"), lines("=9:b"))).toBeNull();
    expect(by(read("x.json"), lines("=20:a"), lines("=18:b"))).toMatch(/point of numbers/);
    expect(by(read("x.json"), lines("=20:a"), lines("=18:b", "=3:c"))).toBeNull();
    expect(by(read("x.md"), lines("=20:a"), lines("=18:b"))).toBeNull();
  });

  it("is the order of names, also where it names what there is", () => {
    expect(by(read("x.md"), failed("=20:a", "", "…"), failed("=20:b", "", "…"))).toMatch(/order/);
    expect(by(read("x.md"), failed("=20:a", "", "…"), failed("=21:b", "", "…"))).toBeNull();
  });

  it("is a file whole that begins with a byte order mark", () => {
    const where = 'answers[2] load_skill {"skill_name":"a"}';
    expect(by(where, lines("<instructions>", "\uFEFF…"), lines("<instructions>", "=3:a"))).toMatch(/mark/);
    expect(by(where, lines("<instructions>", "=4:b"), lines("<instructions>", "=3:a"))).toBeNull();
  });
});

describe("what skillkit does otherwise", () => {
  it("is to leave a call of a tool that it has not to what calls its tools", () => {
    const by = (host: string, dialect: string) =>
      explain("skillkit", difference('answers[0] a {"arguments":""}', host, dialect), none);
    expect(by("[]", failed("…a…"))).toMatch(/a tool for each skill/);
    expect(by("[]", lines("=9:a"))).toBeNull();
    expect(by(lines("=9:a"), failed("…a…"))).toBeNull();
  });
});

describe("what Codex does otherwise", () => {
  const by = (where: string, host?: string, dialect?: string) =>
    explain("codex", difference(where, host, dialect), none);

  it("is a shell: its other options, but never the command itself", () => {
    expect(by("tools.exec_command.properties.workdir", '"string"', "nothing")).toMatch(/Options of a shell/);
    expect(by("tools.exec_command.properties.cmd", '"string"', "nothing")).toBeNull();
    expect(by("tools.exec_command.properties.workdir", '"string"', '"number"')).toBeNull();
  });

  it("is a skill called like one of the host's own, which stands where that one does", () => {
    const [here, there] = ['["a","b","skill-creator"]', '["skill-creator","a","b"]'];
    expect(by("catalogue.order", there, here)).toMatch(/host's own/);
    expect(by("catalogue.order", '["skill-creator","b","a"]', here)).toBeNull();
  });

  it("says what a longer path weighs, and nothing but that", () => {
    const where = 'answers[0] exec_command {"cmd":"cat {{skills}}/notes/SKILL.md"}';
    const weighs = (tokens: number, ...more: string[]) => lines("…{time}…", "…0", `…${tokens}`, "…", ...more);
    expect(by(where, weighs(12), weighs(9))).toMatch(/path is longer/);
    expect(by(where, weighs(12, "x"), weighs(9))).toBeNull();
  });

  it("names files in the order of its disk", () => {
    const where = 'answers[0] exec_command {"cmd":"find {{skills}}/notes"}';
    expect(by(where, lines("head", "b", "a"), lines("head", "a", "b"))).not.toBeNull();
    expect(by(where, lines("head", "b", "a"), lines("head", "a", "c"))).toBeNull();
  });

  it("runs commands that are not read here; those that are must agree", () => {
    const where = (cmd: string) => `answers[0] exec_command ${JSON.stringify({ cmd })}`;
    for (const cmd of ["python3 {{skills}}/notes/run.py", "rm -rf x", "cat {{skills}}/a | sort"])
      expect(by(where(cmd), lines("x"), lines("y")), cmd).toMatch(/run by the host/);
    for (const cmd of ["cat {{skills}}/notes/SKILL.md", "ls {{skills}}"])
      expect(by(where(cmd), lines("x"), lines("y")), cmd).toBeNull();
  });

  it("tells of a missing field in words of its own, and shows bytes as text", () => {
    expect(by("answers[4] exec_command {}")).toMatch(/field is missing/);
    expect(by('answers[4] exec_command {"cmd":"cat {{skills}}/a/logo.png"}')).toMatch(/binary file/);
  });
});

describe("what Gemini CLI does otherwise", () => {
  const by = (where: string, host?: string, dialect?: string) =>
    explain("gemini-cli", difference(where, host, dialect), none);

  it("is the order of the list, of the same names alone", () => {
    expect(by("catalogue.order", '["b","a"]', '["a","b"]')).toMatch(/in words|lists skills|by name/);
    expect(by("catalogue.order", '["b","a"]', '["a","c"]')).toBeNull();
    expect(by("catalogue.order", '["b","a"]', '["a"]')).toBeNull();
  });

  it("is one line break at the end of a description, not two", () => {
    const entry = (length: number) => `"notes =${length}:0123456789ab"`;
    expect(by("catalogue.entries notes", entry(101), entry(100))).toMatch(/line break/);
    expect(by("catalogue.entries notes", entry(102), entry(100))).toBeNull();
    expect(by("catalogue.entries notes", entry(100), entry(101))).toBeNull();
  });

  it("is the fifth call of the same, which has no answer", () => {
    expect(by("answers[4] activate_skill {}", "[]", lines("x"))).toMatch(/five times/);
    expect(by("answers[4] activate_skill {}", lines("x"), "[]")).toBeNull();
  });

  it("is files that it shows, and folders that it names when it refuses", () => {
    expect(by('answers[0] read_file {"file_path":"{{skills}}/a/logo.png"}')).toMatch(/shows the file/);
    const where = 'answers[0] read_file {"file_path":"/etc/passwd"}';
    expect(by(where, failed("…{project}…"), failed("…"))).toMatch(/names every folder/);
    expect(by(where, failed("…{project}…"), lines("…"))).toBeNull();
  });
});

describe("what Claude Code does otherwise", () => {
  const by = (where: string, host?: string, dialect?: string) =>
    explain("claude-code", difference(where, host, dialect), none);

  it("is fields for files that no skill has, and no other field", () => {
    expect(by("tools.Read.properties.pages", '"string"', "nothing")).toMatch(/PDF/);
    expect(by("tools.Read.properties.offset", '"integer"', "nothing")).toBeNull();
    expect(by("tools.Read.properties.pages", '"string"', '"integer"')).toBeNull();
  });

  it("is where it was started, told with a refusal", () => {
    const where = 'answers[0] Read {"file_path":"{{skills}}/notes/none.md"}';
    expect(by(where, failed("…{project}…"), failed("…"))).toMatch(/started in/);
    expect(by(where, failed("…{project}…"), lines("…"))).toBeNull();
  });

  it("is a shell: its other options, other commands, and the folder it was started in", () => {
    expect(by("tools.Bash.properties.run_in_background", '"boolean"', "nothing")).toMatch(/Options of/);
    expect(by("tools.Bash.properties.command", '"string"', "nothing")).toBeNull();
    const bash = (command: string) => `answers[0] Bash ${JSON.stringify({ command })}`;
    expect(by(bash("date"), lines("1"), failed("2"))).toMatch(/run by the host/);
    const look = bash("cat {{skills}}/notes/a.md");
    expect(by(look, failed("…{skills}…{project}…"), failed("…{skills}…"))).toMatch(/started in/);
    expect(by(look, failed("…{skills}…{project}…"), lines("…{skills}…"))).toBeNull();
    expect(by(look, lines("a"), lines("b"))).toBeNull();
  });

  it("is the file of its own that keeps a long output, and not what is shown of it", () => {
    const look = 'answers[0] Bash {"command":"cat {{skills}}/notes/a.md"}';
    const kept = (file: string, shown: string) => lines("<persisted-output>", file, "", shown);
    expect(by(look, kept("…29.3…1…", "=5:a"), kept("…29.3…", "=5:a"))).toMatch(/file of its own/);
    expect(by(look, kept("…29.3…1…", "=5:a"), kept("…29.3…", "=5:b"))).toBeNull();
  });

  it("is folders, pictures, and files elsewhere", () => {
    const read = (path: string) => `answers[0] Read ${JSON.stringify({ file_path: path })}`;
    expect(by(read("{{skills}}/notes/references"), failed("…is…"), failed("…"))).toMatch(/folder/);
    expect(by(read("{{skills}}/notes/references"), lines("x"), failed("…"))).toBeNull();
    expect(by(read("{{skills}}/notes/logo.png"))).toMatch(/pictures and PDF/);
    expect(by(read("/etc/hostname"))).toMatch(/no files here but/);
    expect(by(read("{{skills}}/notes/a.md"))).toBeNull();
  });
});

describe("libraries that list as they come upon things", () => {
  it("may name files in another order, and no others", () => {
    const where = 'answers[0] load_skill {"skill_name":"notes"}';
    const by = (host: string, dialect: string) =>
      explain("lightspeed", difference(where, host, dialect), none);
    expect(by(lines("…b.md…a.md…"), lines("…a.md…b.md…"))).not.toBeNull();
    expect(by(lines("…b.md…a.md…"), lines("…a.md…c.md…"))).toBeNull();
  });

  it("may keep the break that ends a description in a list", () => {
    const where = "answers[0] list_skills {}";
    const host = lines("<description>", "…", "", "</description>");
    const dialect = lines("<description>", "…", "</description>");
    for (const id of ["adk", "adk-2"] as const) {
      expect(explain(id, difference(where, host, dialect), none)).toMatch(/line break/);
      expect(explain(id, difference(where, dialect, host), none)).toBeNull();
    }
  });
});

describe("whatever is compared", () => {
  it("is never explained for a host that nobody explained it for", () => {
    for (const id of dialectIds)
      for (const where of ["catalogue.place", "catalogue.frame", "tools.Nobody.required", "catalogue.words"])
        expect(explain(id, difference(where), none), `${id} ${where}`).toBeNull();
  });

  it("is read without failing, whatever stands there", () => {
    const where = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.nat(99), fc.constantFrom("Read", "exec_command", "read_file"), fc.string())
        .map(([at, tool, input]) => `answers[${at}] ${tool} ${input}`),
      fc
        .tuple(fc.nat(99), fc.dictionary(fc.string(), fc.anything()))
        .map(([at, input]) => `answers[${at}] exec_command ${JSON.stringify(input)}`),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...dialectIds),
        where,
        fc.string(),
        fc.string(),
        (id, place, host, dialect) => {
          const found = explain(id, { where: place, host, dialect }, none);
          expect(found === null || found.length > 0).toBe(true);
        },
      ),
    );
  });
});
