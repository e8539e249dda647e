type Folder = { files: string[]; folders: Map<string, Folder> };

const byLocale = (left: string, right: string): number => left.localeCompare(right, "en");

/** The paths of a package as a tree of lines, each folder's files before its folders. */
export function drawTree(paths: readonly string[]): string[] {
  const root: Folder = { files: [], folders: new Map() };
  for (const path of paths) {
    const names = path.split("/");
    const file = names.pop() ?? "";
    let folder = root;
    for (const name of names) {
      const next = folder.folders.get(name) ?? { files: [], folders: new Map() };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return drawFolder(root, "");
}

function drawFolder({ files, folders }: Folder, indent: string): string[] {
  const names = [...folders.keys()].sort(byLocale);
  const rows = [...files.toSorted(byLocale), ...names.map((name) => `${name}/`)];
  return rows.flatMap((row, at) => {
    const isLast = at === rows.length - 1;
    const inner = folders.get(row.slice(0, -1));
    const line = `${indent}${isLast ? "└───" : "├───"}${row}`;
    const below = inner && row.endsWith("/") ? drawFolder(inner, `${indent}${isLast ? "    " : "│   "}`) : [];
    return [line, ...below];
  });
}

/** The paths of such a tree; lines that are none are passed over. */
export function readTree(lines: readonly string[]): string[] {
  const folders: string[] = [];
  return lines.flatMap((line) => {
    const match = /^((?:│ {3}| {4})*)(?:├───|└───)(.+)$/.exec(line);
    if (!match) return [];
    const [, indent = "", name = ""] = match;
    folders.length = indent.length / 4;
    if (!name.endsWith("/")) return [[...folders, name].join("/")];
    folders.push(name.slice(0, -1));
    return [];
  });
}
