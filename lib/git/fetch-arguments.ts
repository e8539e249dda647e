import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";

/** What a `fetch` asks for. Ids are 40 hex digits; each list says a thing once. */
export type FetchArguments = {
  wants: readonly string[];
  haves: readonly string[];
  /** Commits whose parents the client lacks. */
  shallows: ReadonlySet<string>;
  /** How far the history shall go; null for all of it. */
  deepen: Deepen | null;
  /** No more haves come: the pack is due. */
  done: boolean;
  /** The pack is not begun before the client says `done`. */
  waitForDone: boolean;
  sidebandAll: boolean;
  /** Nothing is told beside the pack but errors: nobody reads it. */
  noProgress: boolean;
};

export type Deepen =
  /** So many commits from each tip, or beyond where the client's history ends now. */
  | { kind: "depth"; depth: number; relative: boolean }
  /** Commits of that second (since 1970) or later, without any that these refs reach. */
  | { kind: "bounds"; since: number | null; not: ReadonlySet<string> };

/** Each names objects, and is looked up. */
const mostIds = 40_000;
/** From each of these the history is walked. */
const mostTips = 128;
const flags = ["thin-pack", "no-progress", "include-tag", "ofs-delta", "done"];

/** The arguments of a `fetch`; the sentence for its sender when there is one that is not served. */
export function parseFetchArguments(args: readonly string[]): Result<FetchArguments, string> {
  const wants = new Set<string>();
  const haves = new Set<string>();
  const shallows = new Set<string>();
  const given = new Set<string>();
  const not = new Set<string>();
  let depth: number | null = null;
  let since: number | null = null;
  if (args.length > mostIds) return err(`A fetch with ${args.length} arguments is too long.`);
  for (const arg of args) {
    const [key = "", value = ""] = splitOnce(arg);
    const ids = { want: wants, have: haves, shallow: shallows }[key];
    if (ids) {
      if (!/^[0-9a-f]{40}$/.test(value)) return err(`${key} is not followed by the id of an object.`);
      ids.add(value);
    } else if (key === "deepen" || key === "deepen-since") {
      const number = Number(value);
      if (!/^\d{1,15}$/.test(value) || number === 0) return err(`${key} needs a number above 0.`);
      if (key === "deepen") depth = number;
      else since = number;
    } else if (key === "deepen-not") not.add(value);
    else if (value === "" && [...flags, "deepen-relative", "wait-for-done", "sideband-all"].includes(key))
      given.add(key);
    else return err(`This server does not know the argument ${JSON.stringify(arg.slice(0, 60))}.`);
  }
  if (wants.size > mostTips || not.size > mostTips)
    return err(`A fetch names at most ${mostTips} commits to get, and as many refs to stop at.`);
  const bounded = since !== null || not.size > 0;
  if (depth !== null && bounded) return err("deepen does not go together with deepen-since or deepen-not.");
  return ok({
    wants: [...wants],
    haves: [...haves],
    shallows,
    deepen: bounded
      ? { kind: "bounds", since, not }
      : depth === null
        ? null
        : { kind: "depth", depth, relative: given.has("deepen-relative") },
    done: given.has("done"),
    waitForDone: given.has("wait-for-done"),
    sidebandAll: given.has("sideband-all"),
    noProgress: given.has("no-progress"),
  });
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
