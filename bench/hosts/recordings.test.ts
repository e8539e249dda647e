import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { agreementOf } from "@/lib/dialects/host-agreements";
import { compareShapes } from "@/lib/hosts/compare-shapes";
import { explain } from "@/lib/hosts/explain-difference";
import { shapeSchema } from "@/lib/hosts/shape";
import { type Host, hosts } from "./hosts";
import { withManySkills } from "./many-skills";
import { dialectShape, type Scenario, sayCall } from "./measure-host";
import { readCalls } from "./read-calls";

const recordingSchema = z.object({
  version: z.string(),
  recorded: z.iso.date(),
  shapes: z.record(z.string(), shapeSchema),
});
const pathOf = ({ id }: Host) => `lib/dialects/fixtures/${id}.json`;
const readRecording = (host: Host) => recordingSchema.parse(JSON.parse(readFileSync(pathOf(host), "utf8")));

async function unexplained(host: Host, scenario: Scenario) {
  const recorded = readRecording(host).shapes[scenario.id];
  if (!recorded) throw new Error(`${host.id} has no recording of ${scenario.id}.`);
  const { shape, defused } = await dialectShape(host, scenario);
  return compareShapes(recorded, shape, scenario.calls.map(sayCall)).filter(
    (difference) => explain(host.id, difference, defused) === null,
  );
}

describe.each(hosts.map((host) => [host.id, host] as const))("the dialect %s", (id, host) => {
  const own = { folder: "bench/hosts/skills", calls: readCalls("bench/hosts/calls.json", host) };
  const sessions: Scenario[] = [
    ...host.models.map((model) => ({ ...own, id: `own-${model.windowTokens}`, model })),
    ...(host.asksLeave
      ? host.models
          .slice(0, 1)
          .map((model) => ({ ...own, id: "own-with-leave", model, leave: "all" as const }))
      : []),
  ];

  it.each(sessions)("gives what the host gave for the project's own calls: $id", async (scenario) => {
    expect(await unexplained(host, scenario)).toEqual([]);
  });

  it.each([5, 50, 200])("tells of %i skills as the host did", async (count) => {
    for (const model of host.models)
      await withManySkills(count, async (folder) => {
        const scenario = { id: `${count}-${model.windowTokens}`, folder, calls: [], model };
        expect(await unexplained(host, scenario)).toEqual([]);
      });
  });

  it("says which release it was held against, and the recording is of that one", () => {
    const { version, recorded } = readRecording(host);
    expect(version).toBe(host.version);
    expect(agreementOf(id)?.version).toContain(host.version);
    expect(agreementOf(id)?.checked).toBe(recorded);
    expect(agreementOf(id)?.differences.length).toBeGreaterThan(0);
  });

  it("keeps shapes alone: no line has two words of a host's", () => {
    expect(existsSync(pathOf(host))).toBe(true);
    for (const { answers } of Object.values(readRecording(host).shapes))
      for (const line of answers.flat().flatMap(({ lines }) => lines))
        expect(line.replace(/"(?:fix it|for 1\.\d)"|for 1\.\d|12 "fix it"|<[^<>]*>/g, "")).not.toMatch(
          /[a-z]{2,} [a-z]{2,}/i,
        );
  });
});
