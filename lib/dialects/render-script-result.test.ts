import { describe, expect, it } from "vitest";
import { scriptEnds } from "@/lib/runtime/script-payloads";
import { adkDialect } from "./adk";
import { claudeCodeDialect } from "./claude-code";
import { codexDialect } from "./codex";
import { lightspeedDialect } from "./lightspeed";
import { linxDialect } from "./linx";
import { renderScriptResult } from "./render-script-result";
import { skillkitDialect } from "./skillkit";
import { standardDialect } from "./standard";

const went = { end: "exited", exitCode: 0, stdout: "out\n", stderr: "" } as const;
const failed = { end: "exited", exitCode: 2, stdout: "half\n", stderr: "no such page\n" } as const;
const late = { end: "time", exitCode: null, stdout: "", stderr: "" } as const;

const script = { toolName: "run_skill_script", input: { skill_name: "pdf", file_path: "scripts/a.py" } };

describe("what a host tells of a script", () => {
  it("is an object in ADK, with a word for how it went", () => {
    const told = (result: Parameters<typeof renderScriptResult>[2]) =>
      JSON.parse(renderScriptResult(adkDialect, script, result));
    const named = { skill_name: "pdf", file_path: "scripts/a.py" };
    expect(told(went)).toEqual({ ...named, stdout: "out\n", stderr: "", status: "success" });
    expect(told(failed)).toMatchObject({ stderr: "no such page\n", status: "error" });
    expect(told({ ...went, stderr: "old\n" })).toMatchObject({ status: "warning" });
    expect(told({ ...went, stdout: "", stderr: "old\n" })).toMatchObject({ status: "error" });
    expect(told(late)).toMatchObject({ stderr: "It took too long and was ended.", status: "error" });
    expect(JSON.parse(renderScriptResult(adkDialect, { ...script, input: null }, went))).toMatchObject({
      skill_name: null,
    });
  });

  it("is text in Lightspeed, with errors and the code behind it", () => {
    expect(renderScriptResult(lightspeedDialect, script, went)).toBe("out");
    expect(renderScriptResult(lightspeedDialect, script, failed)).toBe(
      "half\n\nWritten to stderr:\nno such page\n\nThe script ended with code 2",
    );
    expect(renderScriptResult(lightspeedDialect, script, { ...went, stdout: "" })).toBe(
      "(It wrote nothing.)",
    );
  });

  it("is what code printed in LinX", () => {
    const code = { toolName: "code_execution", input: { code: "1" } };
    expect(renderScriptResult(linxDialect, code, went)).toBe("out\n");
    expect(renderScriptResult(linxDialect, code, { ...failed, stdout: "half" })).toBe("half\nno such page\n");
  });

  it("is a tool's own output in skillkit, or an error", () => {
    const tool = { toolName: "pdf__fill", input: {} };
    expect(renderScriptResult(skillkitDialect, tool, went)).toBe("out\n");
    expect(renderScriptResult(skillkitDialect, tool, failed)).toBe("Error: no such page\n");
    expect(renderScriptResult(skillkitDialect, tool, { ...failed, stderr: "" })).toBe(
      "Error: the script ended with code 2",
    );
  });

  it("is what its shell gives back in hosts that have one", () => {
    const command = { toolName: "exec_command", input: { cmd: "x", max_output_tokens: 2 } };
    expect(renderScriptResult(codexDialect, command, failed)).toContain("Ended with code 2");
    expect(renderScriptResult(codexDialect, { ...command, input: {} }, went)).toMatch(/Output:\nout\n$/);
    const bash = { toolName: "Bash", input: { command: "x" } };
    expect(renderScriptResult(claudeCodeDialect, bash, went)).toBe("out");
    expect(renderScriptResult(claudeCodeDialect, bash, late)).toBe(
      "Ended with code 124\nIt took too long and was ended.",
    );
  });

  it("says of every end that is not its own what became of it", () => {
    for (const end of scriptEnds.filter((end) => end !== "exited"))
      expect(
        renderScriptResult(linxDialect, { toolName: "code_execution", input: {} }, { ...late, end }),
      ).toMatch(/\.$/);
  });

  it("says that a person stopped it, after what it had written", () => {
    const result = {
      end: "stopped",
      exitCode: null,
      stdout: "so far\n",
      stderr: "",
      byPerson: true,
    } as const;
    expect(renderScriptResult(standardDialect, { toolName: "code_execution", input: {} }, result)).toBe(
      "so far\nIt was stopped by a person.",
    );
  });
});
