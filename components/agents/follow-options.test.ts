import { describe, expect, it } from "vitest";
import { followOptions } from "./follow-options";

const choices = {
  latest: 3,
  versions: [1, 2, 3],
  labels: [{ name: "production", version: 2 }],
  draftRevision: 18,
};
const texts = (row: Parameters<typeof followOptions>[0]) =>
  followOptions(row).options.map(({ text }) => text);

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
    const { current, options } = followOptions({ follows: "version", label: null, version: 2, choices });
    expect(options.find(({ value }) => value === current)?.text).toBe("pinned v2");
  });

  it("keeps a label that points at nothing, and says so", () => {
    const { current, options } = followOptions({ follows: "label", label: "beta", version: null, choices });
    expect(options[0]).toMatchObject({ value: current, text: "beta (nothing yet)" });
  });

  it("offers an unpublished skill its draft alone", () => {
    const unpublished = { latest: null, versions: [], labels: [], draftRevision: 1 };
    expect(texts({ follows: "draft", label: null, version: null, choices: unpublished })).toEqual([
      "draft (r1)",
    ]);
  });
});
