import { describe, expect, it } from "vitest";
import { archiveDigest, deliveryDigest } from "./delivery-digest";

const file = (path: string, executable = false) => ({ path, sha256: "a".repeat(64), size: 1, executable });
const skill = (name: string, number = 1, digest = "d".repeat(64)) => ({
  name,
  version: { number, digest },
  files: [file("SKILL.md"), file("scripts/run.sh")],
});

describe("deliveryDigest", () => {
  it("is one digest for the same content, and that of nothing for nothing", () => {
    expect(deliveryDigest([skill("a"), skill("b")])).toBe(deliveryDigest([skill("a"), skill("b")]));
    expect(deliveryDigest([])).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("changes with the order, a name, a version, a package and an executable bit", () => {
    const [first] = skill("a").files;
    const others = [
      [skill("b"), skill("a")],
      [skill("a"), skill("c")],
      [skill("a"), skill("b", 2)],
      [skill("a"), skill("b", 1, "e".repeat(64))],
      [skill("a")],
      [skill("a"), { ...skill("b"), files: [first ?? file("SKILL.md"), file("scripts/run.sh", true)] }],
    ];
    const digests = others.map(deliveryDigest);
    expect(new Set([deliveryDigest([skill("a"), skill("b")]), ...digests]).size).toBe(others.length + 1);
  });
});

describe("archiveDigest", () => {
  it("is the package's own, unless some of its files are executable", () => {
    const plain = skill("a");
    expect(archiveDigest(plain)).toBe(plain.version.digest);
    const programs = [["scripts/run.sh"], ["SKILL.md"], ["SKILL.md", "scripts/run.sh"]].map((paths) =>
      archiveDigest({ ...plain, files: plain.files.map(({ path }) => file(path, paths.includes(path))) }),
    );
    expect(new Set([plain.version.digest, ...programs]).size).toBe(4);
  });
});
