import { describe, expect, it } from "vitest";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { VersionSummary } from "@/lib/library/versions/version-schema";
import { withdrawalEffects } from "./withdrawal-effects";

type Agent = SkillDetail["agents"][number];
const agent = (name: string, rest: Partial<Agent> = {}): Agent => ({
  slug: name,
  name,
  enabled: true,
  follows: "latest",
  label: null,
  version: null,
  ...rest,
});
const person = { id: "00000000-0000-4000-8000-000000000000", name: "Ines" };
const version = (number: number, withdrawn = false): VersionSummary => ({
  id: person.id,
  number,
  digest: "0".repeat(64),
  note: "",
  author: person,
  createdAt: "2026-01-01T00:00:00.000Z",
  labels: [],
  withdrawal: withdrawn ? { reason: "No", by: person, at: "2026-01-01T00:00:00.000Z" } : null,
  size: 0,
  fileCount: 1,
  tokens: { metadata: 0, instructions: 0, resources: 0 },
});

describe("withdrawalEffects", () => {
  const agents = [
    agent("Desk"),
    agent("Kiosk", { follows: "version", version: 3 }),
    agent("Room", { follows: "label", label: "production" }),
    agent("Other", { follows: "version", version: 1 }),
  ];
  const labels = [{ name: "production", version: 3 }];

  it("says what every agent gets instead", () => {
    const versions = [version(3), version(2, true), version(1)];
    expect(withdrawalEffects({ agents, versions, labels }, 3)).toEqual([
      "Desk gets v1 instead.",
      "Kiosk is pinned to it and gets nothing.",
      "Room follows production and gets nothing until production moves.",
    ]);
  });

  it("says when no version is left, and nothing of agents that get another one", () => {
    expect(withdrawalEffects({ agents: [agent("Desk")], versions: [version(3)], labels }, 3)).toEqual([
      "Desk gets nothing: no other version is left.",
    ]);
    expect(withdrawalEffects({ agents, versions: [version(3), version(2)], labels }, 2)).toEqual([]);
  });
});
