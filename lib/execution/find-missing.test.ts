import { describe, expect, it } from "vitest";
import { findMissing } from "./find-missing";

describe("findMissing", () => {
  it("names programs that the shell has not, each once", () => {
    const stderr =
      "bash: git: command not found\nbash: line 3: pdftotext: command not found\nbash: git: command not found\n";
    expect(findMissing(stderr)).toEqual({ commands: ["git", "pdftotext"], modules: [] });
  });

  it("names programs that other programs did not find", () => {
    expect(findMissing("env: 'uv': No such file or directory\n").commands).toEqual(["uv"]);
  });

  it("names packages of Python and JavaScript", () => {
    const stderr = [
      "ModuleNotFoundError: No module named 'pandas.core'",
      "ImportError: No module named 'yaml'",
      "Error: Cannot find module 'sharp'",
    ].join("\n");
    expect(findMissing(stderr).modules).toEqual(["pandas.core", "yaml", "sharp"]);
  });

  it("takes no other words for names", () => {
    expect(findMissing("command not found\ncat: a: No such file or directory\n")).toEqual({
      commands: [],
      modules: [],
    });
  });

  it("names a bounded number", () => {
    const stderr = Array.from({ length: 50 }, (_, at) => `bash: p${at}: command not found`).join("\n");
    expect(findMissing(stderr).commands).toHaveLength(20);
  });
});
