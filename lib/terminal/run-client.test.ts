import { describe, expect, it } from "vitest";
import { serveDelivery } from "@/lib/testing/delivery/stub-delivery";
import { aTerminal } from "@/lib/testing/delivery/terminals";
import { writeFiles } from "@/lib/testing/folders";
import { commands, isCommandName } from "./command-table";

const skillText =
  "---\nname: notes\ndescription: Writes notes. Use when somebody asks for notes.\n---\n\n# Notes\n";
const notes = { name: "notes", files: { "SKILL.md": skillText } };
const plain = (message: string) => Object.assign(new Error(message), { name: "PlainError" });
/** Nobody answers there; these tests do not come so far. */
const settings = { address: "http://127.0.0.1:1/w/acme/agents/desk", key: "grk_of_the_desk" };

describe("runClient with --json", () => {
  it("answers each command with one document and nothing else on standard output", async () => {
    const server = await serveDelivery([notes]);
    const { run } = aTerminal({ readInput: async () => "grk_of_the_desk\n" });
    const told: unknown[] = [];
    const steps = [
      ["login", server.agent],
      ["pull", "--into", "skills"],
      ["status", "skills"],
      ["verify", "skills"],
      ["validate", "skills"],
      ["push", "skills"],
      ["eval", "notes"],
      ["apply", "missing.yaml"],
      ["export"],
      ["logout", "--all"],
    ];
    for (const argv of steps) {
      const { code, document } = await run(...argv, "--json");
      told.push([document().command, document().ok, code]);
    }
    expect(told).toEqual([
      ["login", true, 0],
      ["pull", true, 0],
      ["status", true, 0],
      ["verify", true, 0],
      ["validate", true, 0],
      // That key is for an agent.
      ["push", false, 64],
      ["eval", false, 64],
      ["apply", false, 4],
      ["export", false, 64],
      ["logout", true, 0],
    ]);
    expect(steps.map(([name]) => name).sort()).toEqual(Object.keys(commands).sort());
  });

  it.each([
    ["pull", "--nonsense"],
    ["pull", "--into"],
    ["pull", "skills"],
    ["pull"],
    ["pull", "--target", "emacs"],
    ["status"],
    ["status", "a", "b"],
    ["push"],
    ["push", "--onto="],
    ["validate", "missing"],
    ["validate", "--host", "emacs"],
    ["validate", "--hots", "codex"],
    ["verify"],
    ["verify", "--force"],
    ["login"],
    ["login", "ftp://x.example/w/acme"],
    ["login", "https://me:secret@x.example/w/acme"],
    ["logout"],
    ["logout", "https://x.example/w/acme"],
  ])("has a document for what was not understood: %s", async (...argv: string[]) => {
    const { code, err, document } = await aTerminal().run(...argv, "--json");
    const message = err.replace(/^Error: /, "").trimEnd();
    expect(code).toBe(64);
    expect(document()).toEqual({ command: argv[0], ok: false, error: { kind: "usage", message } });
    expect(message.length).toBeGreaterThan(20);
  });

  it("has one where not even the command was understood", async () => {
    for (const argv of [["pul", "--json"], ["--json"], ["--json", "pull"], ["constructor", "--json"]]) {
      const { code, document } = await aTerminal().run(...argv);
      expect([code, document()]).toMatchObject([64, { command: null, ok: false, error: { kind: "usage" } }]);
    }
  });

  it("takes what follows two dashes for no wish", async () => {
    const { code, out, err } = await aTerminal().run("verify", "a", "--", "--json");
    expect([code, out, err]).toEqual([64, "", "Error: “verify” takes [folder]: 2 were given.\n"]);
  });

  it("hides nothing in the document of a wrong word", async () => {
    const { out, err, document } = await aTerminal().run("pull", "--na\u202eme\u001b[2J", "--json");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
    expect(out + err).not.toMatch(/[\u001b\u202e]/);
    expect(document()).toMatchObject({ error: { message: expect.stringContaining("--na[U+202E]me") } });
  });
});

describe("runClient where the lock of a folder cannot be had", () => {
  const failures: [string, Error, RegExp][] = [
    [
      "another holds it for too long",
      plain("/x/.greenroom-pull.lock has been held for too long; is another process hanging?"),
      /\.lock has been held for too long/,
    ],
    [
      "the disk is full",
      plain("cannot write to /x: its disk is full (ENOSPC); free some space"),
      /its disk is full \(ENOSPC\)/,
    ],
    [
      "the system refuses it otherwise",
      Object.assign(new Error("EMFILE"), { code: "EMFILE", path: "/x/.greenroom-pull.lock" }),
      /^\/x\/\.greenroom-pull\.lock cannot be read or written: .+ \(EMFILE\)\.$/,
    ],
  ];
  const aHeldFolder = (error: Error) => {
    const client = aTerminal({ settings, hold: () => Promise.reject(error) });
    writeFiles(client.home, { "skills/notes/SKILL.md": skillText });
    return client;
  };

  it.each(failures)(
    "answers 4 with a line, and a document where it is wanted: %s",
    async (_, error, said) => {
      const { run } = aHeldFolder(error);
      const failed = { skill: "notes", outcome: "failed", why: expect.stringMatching(said) };
      for (const [argv, line, more] of [
        [["pull", "--into", "skills"], /^$/, {}],
        [
          ["push", "skills"],
          /^failed {3}notes /,
          { skills: [expect.objectContaining(failed)], failures: [] },
        ],
      ] as const) {
        const people = await run(...argv);
        expect([people.code, people.err.split("\n").length]).toEqual([4, 2]);
        expect(people.out).toMatch(line);
        const programs = await run(...argv, "--json");
        expect([programs.code, programs.err]).toEqual([4, people.err]);
        expect(programs.document()).toEqual({
          command: argv[0],
          ok: false,
          ...more,
          error: { kind: "machine", message: expect.stringMatching(said) },
        });
      }
    },
  );

  it("throws for a bug, after a document where one is wanted", async () => {
    for (const error of [
      new TypeError("x is not a function"),
      Object.assign(new TypeError("must be of type string"), { code: "ERR_INVALID_ARG_TYPE" }),
    ]) {
      const { run, written } = aHeldFolder(error);
      await expect(run("pull", "--into", "skills", "--json")).rejects.toBe(error);
      expect(JSON.parse(written.out)).toMatchObject({ command: "pull", ok: false, error: { kind: "fault" } });
      expect(written.out).not.toContain(error.message);
      await expect(run("pull", "--into", "skills")).rejects.toBe(error);
      expect(written.out).toBe("");
    }
  });
});

describe("runClient asked for words about itself", () => {
  it("says its release and its help on standard output, with exit code 0", async () => {
    const { run } = aTerminal();
    expect(await run("--version")).toMatchObject({ code: 0, out: "1.2.3\n", err: "" });
    const all = await run("help");
    expect([all.code, all.err]).toEqual([0, ""]);
    for (const name of Object.keys(commands).filter(isCommandName)) {
      const { code, out, err } = await run(name, "--help");
      expect([code, err, out.startsWith(`${commands[name].does}.\n`)]).toEqual([0, "", true]);
      expect(all.out).toContain(`  ${name} `);
    }
  });

  it("says a wrong word on standard error alone", async () => {
    const { code, out, err } = await aTerminal().run("pusk");
    expect([code, out, err]).toEqual([64, "", "Error: There is no command “pusk”. Did you mean push?\n"]);
  });
});
