import { describe, expect, it } from "vitest";
import { readHostCommand, readSkillScript, skillsNamedIn } from "./read-script-call";

const call = (input: unknown) => ({ input });

describe("readSkillScript", () => {
  it("takes the program from the ending, and names become options in their order", () => {
    const read = readSkillScript(
      call({
        args: { count: 3, verbose: true, quiet: false, none: null, list: [1, "a b"] },
        short_options: { n: 5 },
        positional_args: ["in.txt", 7],
      }),
      "pdf",
      "scripts/fill.py",
    );
    expect(read).toEqual({
      command: "python3 /skills/pdf/scripts/fill.py --count 3 --verbose --list '[1,\"a b\"]' -n 5 in.txt 7",
      stdin: null,
      folder: "/skills/pdf",
    });
  });

  it("hands a list on as it is, and nothing of it is the shell's", () => {
    const read = readSkillScript(call({ args: ["$(id)", "it's", ""] }), "pdf", "scripts/run.sh");
    expect(read?.command).toBe("bash /skills/pdf/scripts/run.sh '$(id)' 'it'\\''s' ''");
  });

  it("hands arguments on as JSON where the host does", () => {
    expect(readSkillScript(call({ arguments: { a: 1 } }), "pdf", "scripts/run.js")).toEqual({
      command: "node /skills/pdf/scripts/run.js",
      stdin: '{"a":1}',
      folder: "/skills/pdf",
    });
  });

  it("quotes a file's name, and takes anything for no arguments", () => {
    expect(readSkillScript(call(null), "pdf", "scripts/a b.sh")?.command).toBe(
      "bash '/skills/pdf/scripts/a b.sh'",
    );
    expect(readSkillScript(call({ args: "x" }), "pdf", "scripts/a.SH")?.command).toBe(
      "bash /skills/pdf/scripts/a.SH",
    );
  });

  it("runs no language that is not here", () => {
    expect(readSkillScript(call({}), "pdf", "scripts/run.rb")).toBeNull();
    expect(readSkillScript(call({}), "pdf", "Makefile")).toBeNull();
  });
});

describe("readHostCommand", () => {
  it("reads each host's shell, and puts packages where they lie", () => {
    expect(readHostCommand({ toolName: "Bash", input: { command: "python3 skill://pdf/a.py" } })).toEqual({
      command: "python3 /skills/pdf/a.py",
      stdin: null,
      folder: "/work",
    });
    expect(
      readHostCommand({ toolName: "exec_command", input: { cmd: "ls", workdir: "skill://pdf" } }),
    ).toMatchObject({ command: "ls", folder: "/skills/pdf" });
    expect(readHostCommand({ toolName: "exec_command", input: { cmd: "ls", workdir: ".." } })).toMatchObject({
      folder: "/work",
    });
  });

  it("puts code into a file of its own", () => {
    expect(readHostCommand({ toolName: "code_execution", input: { code: "print(1)" } })).toEqual({
      command: "python3 /work/code.py",
      stdin: null,
      folder: "/work",
      code: { path: "/work/code.py", text: "print(1)" },
    });
  });

  it("reads nothing else", () => {
    expect(readHostCommand({ toolName: "search", input: { command: "ls" } })).toBeNull();
    expect(readHostCommand({ toolName: "Bash", input: { command: 7 } })).toBeNull();
    expect(readHostCommand({ toolName: "code_execution", input: {} })).toBeNull();
    expect(readHostCommand({ toolName: "Bash", input: null })).toBeNull();
  });
});

it("names the skills that a command goes to, each once", () => {
  expect(skillsNamedIn("cat /skills/pdf/a.py '/skills/xlsx/b' /skills/pdf")).toEqual(["pdf", "xlsx"]);
  expect(skillsNamedIn("ls /work")).toEqual([]);
});
