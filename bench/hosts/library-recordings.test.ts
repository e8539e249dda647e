import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { agreementOf } from "@/lib/dialects/host-agreements";
import { compareShapes } from "@/lib/hosts/compare-shapes";
import { explain } from "@/lib/hosts/explain-difference";
import { shapeSchema } from "@/lib/hosts/shape";
import { findUnoffered, ownLibraryCalls } from "./compare-libraries";
import { type LibraryHost, libraryHosts, missingSource } from "./library-hosts";
import { sayCall } from "./measure-host";
import { libraryDialectShape, readLibraryCalls } from "./measure-library";

const recordingSchema = z.object({
  version: z.string(),
  recorded: z.iso.date(),
  shapes: z.object({ own: shapeSchema }),
});
const readRecording = ({ id }: LibraryHost) =>
  recordingSchema.parse(JSON.parse(readFileSync(`lib/dialects/fixtures/${id}.json`, "utf8")));

describe.each(libraryHosts.map((host) => [host.id, host] as const))("the dialect %s", (id, host) => {
  it("gives what the library gave for the project's own calls", async () => {
    const { own } = readRecording(host).shapes;
    const calls = readLibraryCalls(ownLibraryCalls, host);
    expect(calls.length).toBeGreaterThan(5);
    const { shape, defused } = await libraryDialectShape(host, { folder: "bench/hosts/skills", calls });
    const differences = [...compareShapes(own, shape, calls.map(sayCall)), ...findUnoffered(own, shape)];
    expect(differences.filter((difference) => explain(id, difference, defused) === null)).toEqual([]);
  });

  it("says which release it was held against, and the recording is of that one", () => {
    const { version, recorded } = readRecording(host);
    expect(version).toBe(host.version);
    expect(agreementOf(id)?.version).toContain(host.version);
    expect(agreementOf(id)?.checked).toBe(recorded);
    expect(agreementOf(id)?.differences.length).toBeGreaterThan(0);
  });

  it("keeps shapes alone: no line has two words of a host's", () => {
    for (const line of readRecording(host)
      .shapes.own.answers.flat()
      .flatMap(({ lines }) => lines))
      expect(line.replace(/"(?:fix it)"|for {1,2}1\.2|12 "fix it"|<[^<>]*>/g, "")).not.toMatch(
        /[a-z]{2,} [a-z]{2,}/i,
      );
  });

  it("is skipped where its sources are not there", () => {
    expect(missingSource(host, undefined)).toBe(host.sources[0]);
    expect(missingSource(host, "/nowhere")).toBe(host.sources[0]);
  });
});
