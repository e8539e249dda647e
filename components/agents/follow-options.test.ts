import { describe, expect, it } from "vitest";
import { followOptions } from "./follow-options";

const choices = {
  latest: 3,
  versions: [1, 2, 3],
  labels: [{ name: "production", version: 2 }],
  draftRevision: 18,
};
const resolved = { kind: "none", reason: "Not published yet." } as const;
type Row = Parameters<typeof followOptions>[0];
const texts = (row: Omit<Row, "resolved">) =>
  followOptions({ ...row, resolved }).options.map(({ text }) => text);

describe("followOptions", () => {
  it("offers latest, labels, every version newest first, and the draft", () => {
    expect(texts({ follows: "latest", label: null, version: null, choices })).toEqual([
      "latest (v3)",
      "production (v2)",
      "pinned v3",
      "pinned v2",
      "pinned v1",
      "draft (r18)",
    ]);
  });

  it("marks what is followed now", () => {
    const { current, options } = followOptions({
      follows: "version",
      label: null,
      version: 2,
      choices,
      resolved,
    });
    expect(options.find(({ value }) => value === current)?.text).toBe("pinned v2");
  });

  it("keeps a label that points at nothing, and says so", () => {
    const { current, options } = followOptions({
      follows: "label",
      label: "beta",
      version: null,
      choices,
      resolved,
    });
    expect(options[0]).toMatchObject({ value: current, text: "beta (nothing yet)" });
  });

  it("keeps a pin on a withdrawn version as long as it is followed, and says what it is", () => {
    const { current, options } = followOptions({
      follows: "version",
      label: null,
      version: 4,
      choices,
      resolved: { kind: "none", reason: "Version 4 was withdrawn.", withdrawn: true },
    });
    expect(options[0]).toMatchObject({ value: current, text: "pinned v4 (withdrawn)" });
    expect(texts({ follows: "latest", label: null, version: null, choices })).not.toContain("pinned v4");
  });

  it("offers an unpublished skill its draft alone", () => {
    const unpublished = { latest: null, versions: [], labels: [], draftRevision: 1 };
    expect(texts({ follows: "draft", label: null, version: null, choices: unpublished })).toEqual([
      "draft (r1)",
    ]);
  });
});
