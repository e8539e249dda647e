import "server-only";
import { err, ok, type Result } from "@/lib/kernel/result";
import { objectId } from "./objects";
import { type TreeLine, treeLines } from "./read-objects";

/** What is to stand at a path; null where nothing is to stand there any more. */
export type NewEntry = { executable: boolean; id: string } | null;

/** `trees`: those that are new, by their ids. */
export type ChangedTree = { id: string; trees: ReadonlyMap<string, Buffer> };

/** `in-the-way`: a file or a link stands where a folder is wanted, or the other way round. */
export type ChangeProblem = { kind: "damaged" } | { kind: "in-the-way"; path: string };

class Refused extends Error {
  constructor(readonly problem: ChangeProblem) {
    super(problem.kind);
  }
}

/**
 * A tree with some paths changed and every other line of it as it was, whatever it is. Paths are compared in NFC, and
 * what stands there keeps the form of its name. Folders that become empty go.
 */
export function changeTree(
  readTree: (id: string) => Buffer | undefined,
  root: string,
  changes: ReadonlyMap<string, NewEntry>,
): Result<ChangedTree, ChangeProblem> {
  const trees = new Map<string, Buffer>();
  const change = (id: string | null, below: ReadonlyMap<string, NewEntry>, at: string): string | null => {
    const bytes = id === null ? Buffer.alloc(0) : readTree(id);
    if (!bytes) throw new Refused({ kind: "damaged" });
    const lines = readLines(bytes);
    for (const [name, nested] of groupByName(below)) {
      const path = at === "" ? name : `${at}/${name}`;
      const found = findLine(lines, name);
      const own = nested.get("");
      if (own !== undefined) changeLine(lines, { found, name, entry: own, path });
      else {
        const isFolder = found !== undefined && isTree(found);
        const isWanted = [...nested.values()].some((entry) => entry !== null);
        if (found && !isFolder && isWanted) throw new Refused({ kind: "in-the-way", path });
        if (!isFolder && !isWanted) continue;
        const made = change(isFolder ? found.id : null, nested, path);
        if (found) lines.splice(lines.indexOf(found), 1);
        if (made !== null)
          lines.push({ mode: found?.mode ?? "40000", name: found?.name ?? Buffer.from(name), id: made });
      }
    }
    if (lines.length === 0) return null;
    const encoded = writeLines(lines);
    const made = objectId("tree", encoded);
    if (made !== id) trees.set(made, encoded);
    return made;
  };
  try {
    const id = change(root, changes, "");
    if (id !== null) return ok({ id, trees });
    const empty = Buffer.alloc(0);
    const emptyId = objectId("tree", empty);
    return ok({ id: emptyId, trees: new Map([[emptyId, empty]]) });
  } catch (error) {
    if (error instanceof Refused) return err(error.problem);
    throw error;
  }
}

/** What is below each name, by the rest of its path; a change of the name itself is under "". */
function groupByName(changes: ReadonlyMap<string, NewEntry>): Map<string, Map<string, NewEntry>> {
  const groups = new Map<string, Map<string, NewEntry>>();
  for (const [path, entry] of changes) {
    const slash = path.indexOf("/");
    const name = slash < 0 ? path : path.slice(0, slash);
    const group = groups.get(name) ?? new Map<string, NewEntry>();
    groups.set(name, group.set(slash < 0 ? "" : path.slice(slash + 1), entry));
  }
  return groups;
}

const isTree = ({ mode }: TreeLine): boolean => /^0?40000$/.test(mode);

/** The very name before another form of it. */
const findLine = (lines: readonly TreeLine[], name: string): TreeLine | undefined =>
  lines.find((line) => line.name.toString("utf8") === name) ??
  lines.find((line) => line.name.toString("utf8").normalize("NFC") === name.normalize("NFC"));

type Changing = { found: TreeLine | undefined; name: string; entry: NewEntry; path: string };

function changeLine(lines: TreeLine[], { found, name, entry, path }: Changing): void {
  if (found && isTree(found)) {
    if (entry === null) return;
    throw new Refused({ kind: "in-the-way", path });
  }
  if (found) lines.splice(lines.indexOf(found), 1);
  if (entry)
    lines.push({
      mode: entry.executable ? "100755" : "100644",
      name: found?.name ?? Buffer.from(name),
      id: entry.id,
    });
}

function readLines(bytes: Buffer): TreeLine[] {
  return Array.from(treeLines(bytes), (line) => {
    if (line === null) throw new Refused({ kind: "damaged" });
    return line;
  });
}

/** In git's order: by the bytes of the names, folders as if their names ended in a slash. */
function writeLines(lines: readonly TreeLine[]): Buffer {
  const slash = Buffer.from("/");
  const keyed = lines.map((line) => ({
    line,
    key: isTree(line) ? Buffer.concat([line.name, slash]) : line.name,
  }));
  keyed.sort((left, right) => Buffer.compare(left.key, right.key));
  return Buffer.concat(
    keyed.flatMap(({ line: { mode, name, id } }) => [
      Buffer.from(`${mode} `, "latin1"),
      name,
      Buffer.of(0),
      Buffer.from(id, "hex"),
    ]),
  );
}
