import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { inProject } from "../paths.mjs";

const read = (file) => fs.readFileSync(inProject(file), "utf8");
const chart = "deploy/helm/greenroom";
const templates = fs.readdirSync(inProject(`${chart}/templates`)).map((name) => `${chart}/templates/${name}`);
const known = new Set(read(".env.example").match(/[A-Z][A-Z0-9_]{2,}(?==)/g));
/** What belongs to the image's or the chart's own words, not to the server. */
const notOurs = new Set(["NODE_ENV", "NEXT_TELEMETRY_DISABLED", "CHECKPOINT_DISABLE"]);
const isKnown = (name) => known.has(name) || notOurs.has(name) || name === "GREENROOM_METRICS_TOKEN";

describe("what deploys Greenroom", () => {
  it("starts scripts that there are", () => {
    const files = ["Dockerfile", "compose.yaml", "deploy/systemd/greenroom.service", ...templates];
    const named = files.flatMap((file) => read(file).match(/scripts\/[\w-]+\.mjs/g) ?? []);
    expect(new Set(named)).toEqual(
      new Set(["scripts/build.mjs", "scripts/start.mjs", "scripts/migrate-once.mjs"]),
    );
    for (const script of named) expect(fs.existsSync(inProject(script)), script).toBe(true);
  });

  it("sets variables that the server knows", () => {
    const { services } = parse(read("compose.yaml"), { merge: true });
    const { worker, web, migrate } = services;
    for (const { environment } of [worker, web, migrate])
      for (const name of Object.keys(environment)) expect(isKnown(name), name).toBe(true);
    const unit = read("deploy/systemd/greenroom.service").match(/^Environment=(.*)$/m)?.[1] ?? "";
    for (const [, name] of unit.matchAll(/([A-Z_]+)=/g)) expect(isKnown(name), name).toBe(true);
    for (const file of templates)
      for (const [, name] of read(file).matchAll(/name: ([A-Z][A-Z_]+)\b/g))
        expect(isKnown(name), name).toBe(true);
  });

  it("runs as nobody, on a root that nothing is written to, in roles that there are", () => {
    const { services } = parse(read("compose.yaml"), { merge: true });
    for (const name of ["web", "worker", "migrate"])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(services.web.environment.GREENROOM_ROLE).toBe("web");
    expect(services.worker.environment.GREENROOM_ROLE).toBe("worker");
    expect(Object.keys(services).sort()).toEqual(["migrate", "postgres", "web", "worker"]);
    expect(read("Dockerfile")).toMatch(/^USER 10001:10001$/m);
    expect(read("Dockerfile")).toMatch(/^HEALTHCHECK [\s\S]*\/healthz/m);
    expect(read(`${chart}/templates/_names.tpl`)).toContain("readOnlyRootFilesystem: true");
  });

  it("asks the chart's values for what they have, and for nothing else", () => {
    const values = parse(read(`${chart}/values.yaml`));
    const has = (place) =>
      place.split(".").reduce((value, name) => (value === undefined ? undefined : value?.[name]), values) !==
      undefined;
    const asked = templates.flatMap((file) =>
      [...read(file).matchAll(/\.Values\.([a-zA-Z]+(?:\.[a-zA-Z]+)*)/g)].map(([, place]) => place),
    );
    expect(asked.length).toBeGreaterThan(15);
    for (const place of asked) expect(has(place), place).toBe(true);
    const tops = new Set(asked.map((place) => place.split(".")[0]));
    // The two roles are asked for by their name.
    for (const name of Object.keys(values)) expect(tops.has(name) || name === "worker", name).toBe(true);
  });

  it.each(templates)("closes what %s opens, and leaves YAML where its braces are filled", (file) => {
    const text = read(file);
    const count = (pattern) => [...text.matchAll(pattern)].length;
    const opened = count(/\{\{-?\s*(?:if|with|range|define)\b/g);
    expect(count(/\{\{-?\s*end\s*-?\}\}/g)).toBe(opened);
    expect(count(/\{\{/g)).toBe(count(/\}\}/g));
    const included = [...text.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    for (const name of included) expect(read(`${chart}/templates/_names.tpl`)).toContain(`define "${name}"`);
    if (path.extname(file) === ".tpl") return;
    const filled = text.replace(/^\s*\{\{.*\}\}\s*$/gm, "").replace(/\{\{[^}]*\}\}/g, "x");
    for (const document of parseAllDocuments(filled)) expect(document.errors, file).toEqual([]);
  });
});
