import { describe, expect, it } from "vitest";
import { adminCommands, adminHelp, parseAdminCommand } from "./admin-command";

const parse = (typed: string) => parseAdminCommand(typed.split(" ").filter((word) => word !== ""));

describe("what was typed", () => {
  it("is a command with an address and its options, in any order", () => {
    expect(parse("list")).toEqual({ name: "list", json: false });
    expect(parse("list --json")).toEqual({ name: "list", json: true });
    expect(parse("reset-password a@b.test")).toEqual({
      name: "reset-password",
      email: "a@b.test",
      password: "link",
    });
    expect(parse("--prompt reset-password a@b.test")).toMatchObject({ password: "prompt" });
    expect(parse("reset-password a@b.test --password-stdin")).toMatchObject({ password: "stdin" });
    for (const name of ["reset-two-factor", "make-operator", "remove-operator", "deactivate", "reactivate"])
      expect(parse(`${name} a@b.test`)).toEqual({ name, email: "a@b.test" });
  });

  it.each(["", "--help", "-h", "help", "list --help", "deactivate a@b.test -h"])(
    "“%s” asks for help",
    (typed) => {
      expect(parse(typed)).toEqual({ name: "help" });
    },
  );

  it.each([
    ["lst", "There is no command “lst”"],
    ["toString a@b.test", "There is no command"],
    ["deactivate", "Say whose account: deactivate <email>"],
    ["deactivate a@b.test c@d.test", "One address at a time"],
    ["list a@b.test", "takes no address"],
    ["list --prompt", "takes no --prompt"],
    ["make-operator a@b.test --json", "takes no --json"],
    ["reset-password a@b.test --prompt --password-stdin", "Choose one of"],
    ["reset-password a@b.test --force", "--force"],
  ])("“%s” is answered with what is wrong", (typed, problem) => {
    expect(parse(typed)).toEqual({ name: "wrong", problem: expect.stringContaining(problem) });
  });
});

it("the help names every command, its options and its exit codes", () => {
  const help = adminHelp();
  for (const name of Object.keys(adminCommands)) expect(help).toContain(`  ${name} `);
  for (const word of ["--json", "--prompt", "--password-stdin", "GREENROOM_DATA", "Exit codes"])
    expect(help).toContain(word);
});
