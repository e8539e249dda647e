import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type FoundPackage, findPackages } from "@/lib/bundles/find-packages";
import { type Capability, capabilityKinds } from "@/lib/capabilities/capability";
import { findCapabilities } from "@/lib/capabilities/find-capabilities";
import { print, printJson } from "../print-text";
import { draw, listFiles } from "./findings-folder";

type OnDisk = { path: string; place: string };
type Read = { root: string; capabilities: Capability[]; milliseconds: number };

/** `sample`: so many skills, drawn at random by `seed`, with all that is told of them: for reading. */
export type CapabilityOptions = { json: boolean; sample: number; seed: number };

/** Counts what every skill below a folder can do, by kind, and how long it took to read. */
export function capabilitiesInFolder(folder: string, { json, sample, seed }: CapabilityOptions): number {
  const files = [...listFiles(folder)].map((place): OnDisk => ({ path: relative(folder, place), place }));
  const { packages } = findPackages(files, "skill");
  const all = packages.map(read);
  if (json) {
    printJson(all);
    return 0;
  }
  const telling = all.filter(({ capabilities }) => capabilities.length > 0).length;
  print(`skills: ${all.length}, files: ${files.length}, skills with a capability: ${telling}`);
  for (const kind of capabilityKinds) printKind(kind, all);
  printTimes(all.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right));
  for (const one of draw(all, sample, seed)) printSkill(one);
  return 0;
}

function read({ root, files }: FoundPackage<OnDisk>): Read {
  const held = files.map(({ path, place }) => ({ path, bytes: new Uint8Array(readFileSync(place)) }));
  const start = performance.now();
  const capabilities = findCapabilities(held);
  return { root, capabilities, milliseconds: performance.now() - start };
}

function printKind(kind: Capability["kind"], all: readonly Read[]): void {
  const own = all.map(({ capabilities }) => capabilities.filter((one) => one.kind === kind));
  const skills = own.filter((entries) => entries.length > 0).length;
  const entries = own.flat();
  const built = entries.filter(({ certainty }) => certainty === "run-time").length;
  print(
    `${kind.padEnd(12)} ${String(entries.length).padStart(6)} in ${skills} skills, ${built} built at run time`,
  );
}

function printTimes(sorted: readonly number[]): void {
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  print(`milliseconds per skill: median ${at(0.5)}, 95 % below ${at(0.95)}, slowest ${at(1)}`);
}

function printSkill({ root, capabilities }: Read): void {
  print(`\n${root}`);
  for (const { kind, use, name, certainty, places, placeCount } of capabilities) {
    const [place] = places;
    const where = place ? `${join(root, place.path)}:${place.line}:${place.column}` : "";
    print(`  ${kind} ${use} ${name}${certainty === "run-time" ? " (run time)" : ""} ${where} x${placeCount}`);
  }
}
