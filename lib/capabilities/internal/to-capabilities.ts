import { hashText } from "@/lib/findings/fingerprint";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import { LineIndex } from "@/lib/skills/text-position";
import { type Capability, type CapabilityUse, capabilityKey, capabilityKinds } from "../capability";
import { type Sighting, shorten } from "./sighting";

export type FileSightings = { path: string; text: string; sightings: readonly Sighting[] };

/** Of one entry; the count tells of the rest. */
const mostPlaces = 20;
/** Of one kind. What follows stands in one entry, whose name changes with any of it. */
const mostOfOneKind = 300;

/** One entry for each thing, however often it is said, in the order of kinds and names. */
export function toCapabilities(files: readonly FileSightings[]): Capability[] {
  const paths = new Set(files.map(({ path }) => path));
  const entries = new Map<string, Capability>();
  const lastLines = new Map<string, string>();
  for (const { path, text, sightings } of files) {
    if (sightings.length === 0) continue;
    const lines = new LineIndex(text);
    for (const sighting of sightings.toSorted((left, right) => left.start - right.start)) {
      if (isOwn(sighting, paths)) continue;
      const { kind, use, certainty } = sighting;
      const name = shorten(markOnLine(sighting.name));
      const key = capabilityKey({ kind, use, name, certainty });
      const entry = entries.get(key) ?? { kind, use, name, certainty, places: [], placeCount: 0 };
      const place = { path, ...lines.positionAt(sighting.start) };
      const line = `${path}\n${place.line}`;
      entries.set(key, entry);
      if (lastLines.get(key) === line) continue;
      lastLines.set(key, line);
      entry.placeCount += 1;
      if (entry.places.length < mostPlaces) entry.places.push(place);
    }
  }
  return limit(foldWeaker(entries).toSorted(byKindAndName));
}

/** Scripts and modules of the package itself, which are read where they stand. */
function isOwn({ kind, use, name }: Sighting, paths: ReadonlySet<string>): boolean {
  if (kind === "package" && use === "imported" && name.startsWith("python/")) {
    const module = name.slice("python/".length);
    return ownModules(paths).has(module);
  }
  if (kind !== "command" || !/[/\\]/.test(name)) return false;
  let rest = name.replace(/\\/g, "/");
  for (let step = 0; step < 20; step++) {
    if (paths.has(rest)) return true;
    const slash = rest.indexOf("/");
    if (slash < 0) return false;
    rest = rest.slice(slash + 1);
  }
  return false;
}

const modules = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Names of Python files and of folders that hold some. */
function ownModules(paths: ReadonlySet<string>): ReadonlySet<string> {
  const known = modules.get(paths);
  if (known) return known;
  const found = new Set<string>();
  for (const path of paths) {
    if (!path.endsWith(".py")) continue;
    const segments = path.slice(0, -3).split("/");
    for (const segment of segments) found.add(segment);
  }
  modules.set(paths, found);
  return found;
}

const stronger: Readonly<Partial<Record<CapabilityUse, readonly CapabilityUse[]>>> = {
  linked: ["named", "reached"],
  named: ["reached", "allowed"],
  opened: ["read", "written"],
};

/** A host that is asked is not told once more for being named. */
function foldWeaker(entries: ReadonlyMap<string, Capability>): Capability[] {
  return [...entries.values()].filter((entry) => {
    const over = stronger[entry.use] ?? [];
    return !over.some((use) => entries.has(capabilityKey({ ...entry, use })));
  });
}

function byKindAndName(left: Capability, right: Capability): number {
  if (left.kind !== right.kind)
    return capabilityKinds.indexOf(left.kind) - capabilityKinds.indexOf(right.kind);
  if (left.certainty !== right.certainty) return left.certainty === "literal" ? -1 : 1;
  const [one, other] = [capabilityKey({ ...left, kind: "host" }), capabilityKey({ ...right, kind: "host" })];
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return one < other ? -1 : 1;
}

function limit(entries: readonly Capability[]): Capability[] {
  return capabilityKinds.flatMap((kind) => {
    const own = entries.filter((entry) => entry.kind === kind);
    const rest = own.slice(mostOfOneKind);
    const [first] = rest;
    if (!first) return own;
    const hash = hashText(rest.map(capabilityKey).join("\n")).slice(0, 12);
    const name = `${rest.length} more, not told one by one (${hash})`;
    return [
      ...own.slice(0, mostOfOneKind),
      { ...first, name, certainty: "run-time" as const, placeCount: rest.length },
    ];
  });
}
