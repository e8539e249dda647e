import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readMetrics } from "@/lib/testing/read-metrics";
import { metrics, secondsSince } from "./metrics";

const scrape = async () => readMetrics(await metrics().registry.metrics());

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

describe("the dashboard", () => {
  it("asks for metrics that there are, and for each of ours", async () => {
    const text = readFileSync("deploy/grafana/greenroom.json", "utf8");
    const { panels } = dashboardSchema.parse(JSON.parse(text));
    const { families } = await scrape();
    const named = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:greenroom|nodejs|process)_\w+/g) ?? []),
    );
    const asked = named.map((name) => {
      const base = name.replace(/_(?:bucket|count|sum)$/, "");
      return families.get(base)?.type === "HISTOGRAM" ? base : name;
    });
    expect(asked.filter((name) => !families.has(name))).toEqual([]);
    const ours = [...families.keys()].filter((name) => name.startsWith("greenroom_"));
    expect(ours.filter((name) => !asked.includes(name))).toEqual([]);
  });
});

describe("the metrics of a process", () => {
  it("are one set, whichever bundle asks", () => {
    expect(metrics()).toBe(metrics());
  });

  it("are read by somebody else's parser, each with words of its own", async () => {
    const { families } = await scrape();
    const ours = [...families.values()].filter(({ name }) => name.startsWith("greenroom_"));
    expect(ours.length).toBeGreaterThan(15);
    for (const { name, help } of ours) expect(help, name).toMatch(/^[A-Z].*\.$/);
    expect(new Set(ours.map(({ help }) => help)).size).toBe(ours.length);
  });

  it("tell of event loop, memory and garbage collection under the names of every Node.js program", async () => {
    const { families, value } = await scrape();
    expect(families.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  });

  it("count under few labels", async () => {
    const before = (await scrape()).value("greenroom_skill_events_total", {
      type: "read",
      surface: "served",
    });
    metrics().skillEvents.inc({ type: "read", surface: "served" });
    const after = (await scrape()).value("greenroom_skill_events_total", { type: "read", surface: "served" });
    expect(after - before).toBe(1);
  });

  it("take times in seconds", () => {
    expect(secondsSince(performance.now() - 1_500)).toBeGreaterThanOrEqual(1.5);
  });
});
