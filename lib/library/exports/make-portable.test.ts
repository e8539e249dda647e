import { describe, expect, it } from "vitest";
import { leastAside } from "@/lib/aside/work-aside";
import { portablePackage } from "@/lib/bundles/portable-package";
import { makePortable } from "./make-portable";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const skill = (frontmatter: string, body: string) => bytesOf(`---\n${frontmatter}\n---\n\n${body}`);
const tool = { path: "scripts/run.sh", bytes: bytesOf("echo\n") };
const good = "name: notes\ndescription: Writes notes. Use when asked.\nmodel: fast";

describe("a portable form", () => {
  const documents = {
    "a short document": { path: "SKILL.md", bytes: skill(good, "Write.\n") },
    "a long document": { path: "skill.md", bytes: skill(good, "Write it.\n".repeat(leastAside / 5)) },
    "a long document that some host refuses": {
      path: "SKILL.md",
      bytes: skill("name: Not_Notes\ndescription: Writes.", "Write it.\n".repeat(leastAside / 5)),
    },
    "a long document that is no text": {
      path: "SKILL.md",
      bytes: new Uint8Array(leastAside * 2).fill(0xff),
    },
  };

  it.each(Object.entries(documents))("is the same wherever it is made: %s", async (_, document) => {
    const files = [tool, document];
    const here = portablePackage("notes", files);
    const made = await makePortable("notes", files);
    expect({ ...made, files: textsOf(made.files) }).toEqual({ ...here, files: textsOf(here.files) });
    // What it was made of can be packed as it is, too: nothing was given away.
    expect(document.bytes.length).toBeGreaterThan(0);
  });

  it("says that there is no SKILL.md", async () => {
    const { files, problems } = await makePortable("notes", [tool]);
    expect(files).toEqual([]);
    expect(problems.map(({ rule }) => rule)).toEqual(["skill-file-missing"]);
  });
});

const textsOf = (files: readonly { path: string; bytes: Uint8Array }[]) =>
  files.map(({ path, bytes }) => ({ path, text: new TextDecoder().decode(bytes) }));
