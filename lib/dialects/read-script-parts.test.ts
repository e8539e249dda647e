import { describe, expect, it } from "vitest";
import { readScriptParts } from "./read-script-parts";

const parts = (command: string, folder = "/work") => readScriptParts({ command, folder });
const script = (program: string, path: string, skill = "notes") => ({ program, script: { skill, path } });
const program = (name: string) => ({ program: name, script: null });

describe("readScriptParts", () => {
  it("names the script that an interpreter is given, wherever it is called from", () => {
    expect(parts("python3 /skills/notes/scripts/a.py --n 3")).toEqual([script("python3", "scripts/a.py")]);
    expect(parts("bash scripts/../scripts/a.sh", "/skills/notes")).toEqual([script("bash", "scripts/a.sh")]);
    expect(parts("./scripts/a.sh", "/skills/notes")).toEqual([script("./scripts/a.sh", "scripts/a.sh")]);
    expect(parts("cd /skills/notes && node scripts/a.js")).toEqual([script("node", "scripts/a.js")]);
  });

  it("names the program where it is given none of a skill's", () => {
    expect(parts("python3 /work/code.py")).toEqual([program("python3")]);
    expect(parts("python3 -c 'print(1)' /skills/notes/scripts/a.py")).toEqual([program("python3")]);
    expect(parts("python3 /skills/notes")).toEqual([program("python3")]);
    expect(parts("cat /skills/notes/scripts/a.py")).toEqual([program("cat")]);
    expect(parts("/usr/bin/env x")).toEqual([program("/usr/bin/env")]);
    expect(parts("python3 /skills/notes/../../work/x.py")).toEqual([program("python3")]);
  });

  it("names every program of a line", () => {
    expect(parts("cat a.txt | jq .x; wc -l || true\nls")).toEqual(
      ["cat", "jq", "wc", "true", "ls"].map(program),
    );
  });

  it("reads quotes as the shell does", () => {
    expect(parts(`python3 '/skills/notes/scripts/a b.py' 'it'\\''s' "two words"`)).toEqual([
      script("python3", "scripts/a b.py"),
    ]);
    expect(parts("'rm' x; \"cat\" y")).toEqual([program("rm"), program("cat")]);
  });

  it.each([
    "echo $(rm x)",
    "echo `rm x`",
    'echo "$HOME"',
    "$PROGRAM x",
    "cat < in",
    "cat x > scripts/a.py",
    "(rm x)",
    "{ rm x; }",
    "rm x &",
    "cat |& jq",
    "PATH=/tmp ls",
    "ls *.py",
    "! ls",
    "ls ~",
    "| jq",
    "a;;b",
    "",
    "''",
    "ls # x",
    "'unclosed",
  ])("does not tell what %j runs", (command) => {
    expect(parts(command)).toBeNull();
  });

  it("follows cd only where it is sure to have moved", () => {
    for (const command of [
      "cd /skills/notes; python3 scripts/a.py",
      "cd /skills/notes || python3 scripts/a.py",
      "cd /skills/notes | python3 scripts/a.py",
      "cd - && python3 scripts/a.py",
      "cd && python3 scripts/a.py",
      "ls || cd /skills/notes && python3 scripts/a.py",
      "cd /skills/notes",
    ])
      expect(parts(command)).toBeNull();
  });
});
