import { describe, expect, it } from "vitest";
import { explain } from "./explain-difference";
import { difference, failed, lines, none } from "./fixtures/differences";

describe("a file that is read", () => {
  const by = (path: string, host: string, dialect: string) =>
    explain(
      "claude-code",
      difference(`answers[1] Read {"file_path":"{{skills}}/a/${path}"}`, host, dialect),
      none,
    );
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `=9:${at}`);

  it("comes as the host gives it, however long it is", () => {
    expect(by("b.txt", lines(...numbered(400)), lines(...numbered(160), "161…", "…1…161…400…"))).toBeNull();
    expect(by("b.txt", failed("…270…256…"), lines("1…"))).toBeNull();
  });

  it("is refused where more of a skill would stand in a conversation than the workspace allows", () => {
    const limited = failed("<tool_use_error>…500…a…</tool_use_error>");
    expect(by("b.txt", lines("=9:a"), limited)).toMatch(/500 KB/);
    expect(by("b.txt", lines("=9:a"), failed("<tool_use_error>…a…500…</tool_use_error>"))).toBeNull();
    expect(by("b.txt", lines("=9:a"), failed("<tool_use_error>…500…900…</tool_use_error>"))).toBeNull();
    expect(by("b.txt", failed("…"), limited)).toBeNull();
  });

  it("is kept from the model where it may hold secrets", () => {
    expect(by(".env", lines("=9:a"), failed("…"))).toMatch(/secrets/);
    expect(by("env.md", lines("=9:a"), failed("…"))).toBeNull();
    expect(by(".env", lines("=9:a"), lines("=9:b"))).toBeNull();
    const shown = (files: string) =>
      explain(
        "codex",
        difference(
          `answers[1] exec_command {"cmd":"cat ${files}"}`,
          lines("…{time}…", "…0", "…3", "=9:a"),
          lines("…{time}…", "…1", "…3", "…{skills}…a…"),
        ),
        none,
      );
    expect(shown("{{skills}}/a/.env")).toMatch(/secrets/);
    expect(shown("{{skills}}/a/SKILL.md {{skills}}/a/.env")).toBeNull();
  });

  it("may be told to be a part apart from it", () => {
    const note = ["", "<system-reminder>", "…{skills}…a…1…2…9…", "</system-reminder>"];
    expect(by("b.txt", lines("=9:a", "=9:b"), lines("=9:a", "=9:b", ...note))).toMatch(/beside the answer/);
    expect(by("b.txt", lines("=9:a"), lines("=9:a", "=9:b", ...note))).toBeNull();
  });

  it("may be masked by the host, later on", () => {
    const where = 'answers[1] read_file {"file_path":"{{skills}}/a/b.txt"}';
    const masked = lines("<tool_output_masked>", "…", "</tool_output_masked>");
    expect(explain("gemini-cli", difference(where, masked, lines("=9:a")), none)).toMatch(/long results/);
    expect(explain("gemini-cli", difference(where, lines("=9:b"), lines("=9:a")), none)).toBeNull();
  });
});
