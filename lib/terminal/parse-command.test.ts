import { describe, expect, it } from "vitest";
import { commands, flags, helpOf, helpOfAll, isCommandName } from "./command-table";
import { parseCommand } from "./parse-command";

const typed = (...argv: string[]) => {
  const parsed = parseCommand(argv);
  if (parsed.kind !== "command") throw new Error(`not a command: ${JSON.stringify(parsed)}`);
  return parsed.typed;
};
const problem = (...argv: string[]) => {
  const parsed = parseCommand(argv);
  return parsed.kind === "wrong" ? parsed.problem : parsed.kind;
};

describe("parseCommand", () => {
  it("takes options before, between and after paths", () => {
    const one = typed("validate", "--json", "a", "--host", "codex", "b", "--host=claude-code");
    expect([one.name, one.paths, one.isOn("json"), one.isOn("strict")]).toEqual([
      "validate",
      ["a", "b"],
      true,
      false,
    ]);
    expect(one.valuesOf("host")).toEqual(["codex", "claude-code"]);
    expect(one.valueOf("junit")).toBeUndefined();
  });

  it("takes what follows two dashes for paths", () => {
    expect(typed("validate", "--", "--json").paths).toEqual(["--json"]);
  });

  it("takes the last of what is given twice", () => {
    expect(typed("validate", "--junit", "a.xml", "--junit", "b.xml").valueOf("junit")).toBe("b.xml");
  });

  it.each([
    [["--json", "validate"], "The command comes first, then its options: “--json”."],
    [["valdate"], "There is no command “valdate”. Did you mean validate?"],
    [["pusk"], "There is no command “pusk”. Did you mean push?"],
    [["something-else"], "There is no command “something-else”. See: greenroom --help"],
    [["validate", "--frob"], "Unknown option '--frob'. See: greenroom validate --help"],
    [["verify", "--host", "codex"], "Unknown option '--host'. See: greenroom verify --help"],
    [["validate", "--json=yes"], "Option '--json' does not take an argument. See: greenroom validate --help"],
    [["verify", "a", "b"], "“verify” takes [folder]: 2 were given."],
    [["validate", ""], "An empty text was given where a name or a path is wanted."],
    [["validate", "--junit="], "An empty text was given where a name or a path is wanted."],
    [["constructor"], "There is no command “constructor”. See: greenroom --help"],
  ])("refuses %j", (argv, said) => {
    expect(problem(...argv)).toBe(said);
  });

  it("says what is missing after an option", () => {
    expect(problem("validate", "--junit")).toMatch(/'--junit <value>' argument missing/);
  });

  it("shows what is hidden in a mistyped name", () => {
    expect(problem("va\u202elid\u001b[2J")).toBe(
      "There is no command “va[U+202E]lid[U+001B][2J”. See: greenroom --help",
    );
  });

  it("knows help and version in every form", () => {
    expect([[], ["help"], ["--help"], ["-h"]].map((argv) => parseCommand(argv))).toEqual(
      Array.from({ length: 4 }, () => ({ kind: "help", of: null })),
    );
    expect(parseCommand(["help", "verify"])).toEqual({ kind: "help", of: "verify" });
    expect(parseCommand(["verify", "a", "--help"])).toEqual({ kind: "help", of: "verify" });
    expect(parseCommand(["--version"])).toEqual({ kind: "version" });
  });
});

describe("the help", () => {
  it("names every command, and of each its options", () => {
    for (const name of Object.keys(commands).filter(isCommandName)) {
      expect(helpOfAll()).toContain(`  ${name} `);
      const help = helpOf(name);
      expect(help).toContain(`greenroom ${name}`);
      for (const option of commands[name].options) expect(help).toContain(`--${option}`);
      expect(help).toContain("Exit codes: 0 ");
    }
  });

  it("fits a terminal, and every option is some command's", () => {
    const all = [helpOfAll(), ...Object.keys(commands).filter(isCommandName).map(helpOf)].join("\n");
    expect(all.split("\n").filter((line) => line.length > 130)).toEqual([]);
    for (const name of Object.keys(flags)) expect(all).toContain(`--${name}`);
  });
});
