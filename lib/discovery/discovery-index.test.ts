import { expect, it } from "vitest";
import { artifactPath, writeIndex } from "./discovery-index";

const artifact = "a".repeat(64);

it("is what the format asks for, with whole addresses and digests of raw bytes", () => {
  const text = writeIndex("https://green.example/d/grd_x", [
    { name: "notes", description: "Writes notes.", artifact },
  ]);
  expect(text.endsWith("\n")).toBe(true);
  expect(JSON.parse(text)).toEqual({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: "notes",
        type: "archive",
        description: "Writes notes.",
        url: `https://green.example/d/grd_x/skills/${artifact}/notes.zip`,
        digest: `sha256:${artifact}`,
      },
    ],
  });
});

it("lists nothing where there is nothing", () => {
  expect(JSON.parse(writeIndex("https://green.example/d/grd_x", []))).toMatchObject({ skills: [] });
});

it("has an archive's address by its digest, ending in what it is", () => {
  expect(artifactPath({ name: "notes", artifact })).toBe(`skills/${artifact}/notes.zip`);
});
