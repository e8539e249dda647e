/** In the order in which they are told. */
export const capabilityKinds = [
  "host",
  "command",
  "path",
  "environment",
  "package",
  "tool",
  "unread",
] as const;

/** `unread`: a file with code that no reader here understands, so that what it does is not known. */
export type CapabilityKind = (typeof capabilityKinds)[number];

/**
 * What is done with it. A host is `reached` by a request or command, `named` in code or data, or `linked` in prose, which an
 * agent may follow.
 */
export const capabilityUses = [
  "run",
  "reached",
  "named",
  "linked",
  "read",
  "written",
  "opened",
  "installed",
  "imported",
  "allowed",
  "unread",
] as const;
export type CapabilityUse = (typeof capabilityUses)[number];

/** `run-time`: the name is put together when it runs; what is told is the expression, as written. */
export type Certainty = "literal" | "run-time";

/** Lines and columns count from 1; columns are UTF-16 units. */
export type CapabilityPlace = { path: string; line: number; column: number };

/** One thing that a package can do, with where it says so. */
export type Capability = {
  kind: CapabilityKind;
  use: CapabilityUse;
  /** Hidden characters are marked. Of packages and images with where they come from: `npm/axios`, `pypi/requests`. */
  name: string;
  certainty: Certainty;
  /** The first ones, in order of path and place. */
  places: CapabilityPlace[];
  /** All of them. */
  placeCount: number;
};

/** What makes two entries the same, whatever their places: a line that moves adds nothing. */
export const capabilityKey = ({
  kind,
  use,
  name,
  certainty,
}: Pick<Capability, "kind" | "use" | "name" | "certainty">): string =>
  JSON.stringify([kind, use, name, certainty]);
